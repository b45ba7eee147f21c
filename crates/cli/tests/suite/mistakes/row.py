generator = None

@op
def seed(number):
    global generator
    generator = Generator(number)

@op
def next():
    return generator.next()

@op
def nexts(count):
    return [generator.next() for _ in range(count)]

run()
