M = 2147483647

class Generator:
    def __init__(self, seed):
        self.x = seed % 2147483647 or 1

    def next(self):
        self.x = 16807 * self.x % M
        return self.x

