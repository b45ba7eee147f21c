/* Preloaded into a program: writes down every word it takes from the C library's generators, and every seed it gives them.

   Each process has a file of its own in the folder that ROGUELAB_RECORD names, called by its number; a line a word, in the
   format of `roguelab trace`: SITE LO HI WORD RESULT. A line is one write, so that nothing is lost when the process is
   killed, and lines of threads do not mix. After ROGUELAB_RECORD_LIMIT lines nothing more is written.
   ROGUELAB_RECORD_TIME, in seconds since 1970, stops the clock. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int file = -1;
/* Lines that may still be written. */
static long long left;
/* Held over a call and its line, with signals blocked: lines are in the order of the calls. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static __thread sigset_t before;
static __thread int depth;
/* The process that writes, and its lines. */
static long process;
static long long written;
/* Of a child: its parent, and how many lines that had written. */
static int forked;
static long parent;
static long long lines;

static void enter(void)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    if (depth++ == 0)
        before = old;
    pthread_mutex_lock(&lock);
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
    if (--depth == 0)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* A file of marks: the number of a process, and L when this library was loaded into it or E when the process ended. Without
   marks, a program that takes nothing would look like one that was not recorded. */
static char marks[4096];

static void mark(char what)
{
    char line[32];
    int length = snprintf(line, sizeof line, "%ld %c\n", (long)getpid(), what);
    int fd = marks[0] ? open(marks, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) {
        if (write(fd, line, (size_t)length)) {}
        close(fd);
    }
}

/* A child writes to a file of its own, which begins with where its parent stood; if that took nothing, there is nothing to say. */
static void forget(void)
{
    if (file >= 0) {
        close(file);
        forked = 1;
        parent = left > 0 ? process : 0;
        lines = written;
    }
    file = -1;
    written = 0;
    lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    mark('L');
}

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(NULL, NULL, forget);
    const char *folder = getenv("ROGUELAB_RECORD");
    if (!folder || (size_t)snprintf(marks, sizeof marks, "%s/marks", folder) >= sizeof marks)
        marks[0] = 0;
    mark('L');
}

__attribute__((destructor)) static void end(void)
{
    mark('E');
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    enter();
    if (file < 0) {
        const char *folder = getenv("ROGUELAB_RECORD");
        char path[4096];
        const char *limit = getenv("ROGUELAB_RECORD_LIMIT");
        left = limit ? atoll(limit) : 0;
        process = (long)getpid();
        if (folder && (size_t)snprintf(path, sizeof path, "%s/%ld", folder, process) < sizeof path)
            file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        char first[80];
        first[0] = 0;
        if (forked)
            snprintf(first, sizeof first, parent ? "event forked %ld %lld\n" : "event forked\n", parent, lines);
        else if (file >= 0 && lseek(file, 0, SEEK_END) > 0)
            /* The process has become another program. */
            strcpy(first, "event exec\n");
        if (first[0] && file >= 0) {
            written++;
            if (write(file, first, strlen(first)) < 0)
                left = 0;
        }
        forked = 0;
    }
    /* Nothing can be done about a full disk here. */
    if (file >= 0 && left > 0 && write(file, line, (size_t)length) > 0) {
        left--;
        written++;
    }
    leave();
}

static void word(const char *site, unsigned long long value)
{
    say("%s - - %llu -\n", site, value);
}

static void event(const char *site, unsigned long long seed)
{
    say("event seed %s %llu\n", site, seed);
}

/* The function of this name that the program would have called. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        static const char missing[] = "roguelab: the C library lacks a function that was called\n";
        if (write(2, missing, sizeof missing - 1)) {}
        abort();
    }
    return found;
}

#define REAL(result, name, ...)                            \
    static result (*real)(__VA_ARGS__);                    \
    if (!real)                                             \
        *(void **)&real = next(#name)

/* Shells end this way, which does not run the destructor above. */
__attribute__((noreturn)) void _exit(int status)
{
    REAL(void, _exit, int);
    mark('E');
    real(status);
    __builtin_unreachable();
}

/* The program that a shell starts may not load this library. */
int execve(const char *path, char *const arguments[], char *const variables[])
{
    REAL(int, execve, const char *, char *const[], char *const[]);
    mark('L');
    return real(path, arguments, variables);
}

/* random() and rand(): one generator, one state. */

long random(void) { REAL(long, random, void); enter(); long it = real(); word("random", (unsigned long long)it); leave(); return it; }
int rand(void) { REAL(int, rand, void); enter(); int it = real(); word("rand", (unsigned)it); leave(); return it; }
void srandom(unsigned seed) { REAL(void, srandom, unsigned); enter(); event("srandom", seed); real(seed); leave(); }
void srand(unsigned seed) { REAL(void, srand, unsigned); enter(); event("srand", seed); real(seed); leave(); }

/* Places that hold states, numbered from 1 in the order in which they are met. */
enum { PLACES = 250 };
struct places {
    const void *of[PLACES];
    int count;
};

static int number(struct places *places, const void *place)
{
    for (int i = 0; i < places->count; i++)
        if (places->of[i] == place)
            return i + 1;
    if (places->count == PLACES)
        return 0;
    places->of[places->count++] = place;
    return places->count;
}

/* The buffers of random(); the first is its own. */
static struct places buffers;

char *initstate(unsigned seed, char *state, size_t size)
{
    REAL(char *, initstate, unsigned, char *, size_t);
    enter();
    char *old = real(seed, state, size);
    if (old) {
        number(&buffers, old);
        int it = number(&buffers, state);
        say("event seed initstate %u %zu %d\n", seed, size, it - 1);
        if (it == 0)
            say("event setstate\n");
    }
    leave();
    return old;
}

char *setstate(char *state)
{
    REAL(char *, setstate, char *);
    enter();
    char *old = real(state);
    if (old) {
        number(&buffers, old);
        int it = number(&buffers, state);
        if (it > 0)
            say("event setstate %d\n", it - 1);
        else
            say("event setstate\n");
    }
    leave();
    return old;
}

/* A function that is given its state: of the second state it is called FUNCTION#2. States beyond the last place share it, and
   the event `unknown` says so before each of their lines. */
static const char *at(struct places *places, const void *place, const char *function, const char *unknown)
{
    static char site[40];
    int it = number(places, place);
    if (it == 1)
        return function;
    if (it == 0)
        say("event %s#%d\n", unknown, PLACES);
    snprintf(site, sizeof site, "%s#%d", function, it ? it : PLACES);
    return site;
}

static struct places additive;
#define AT(function) at(&additive, data, function, "setstate_r")

int random_r(struct random_data *data, int32_t *result)
{
    REAL(int, random_r, struct random_data *, int32_t *);
    enter();
    int code = real(data, result);
    if (code == 0)
        word(AT("random_r"), (uint32_t)*result);
    leave();
    return code;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    REAL(int, srandom_r, unsigned, struct random_data *);
    enter();
    int code = real(seed, data);
    if (code == 0)
        event(AT("srandom_r"), seed);
    leave();
    return code;
}

int initstate_r(unsigned seed, char *state, size_t size, struct random_data *data)
{
    REAL(int, initstate_r, unsigned, char *, size_t, struct random_data *);
    enter();
    int code = real(seed, state, size, data);
    if (code == 0)
        say("event seed %s %u %zu\n", AT("initstate_r"), seed, size);
    leave();
    return code;
}

int setstate_r(char *state, struct random_data *data)
{
    REAL(int, setstate_r, char *, struct random_data *);
    enter();
    int code = real(state, data);
    say("event %s\n", AT("setstate_r"));
    leave();
    return code;
}

int rand_r(unsigned *seed)
{
    REAL(int, rand_r, unsigned *);
    unsigned state = *seed;
    int it = real(seed);
    say("rand_r %u - %u -\n", state, (unsigned)it);
    return it;
}

/* The generator of 48 bits. A number between 0 and 1 is written as the 48 bits it is made of. */

#define WHOLE(x) ((unsigned long long)((x) * 281474976710656.0))
#define STATE(s) ((unsigned long long)(s)[2] << 32 | (unsigned long long)(s)[1] << 16 | (s)[0])

double drand48(void) { REAL(double, drand48, void); enter(); double it = real(); word("drand48", WHOLE(it)); leave(); return it; }
long lrand48(void) { REAL(long, lrand48, void); enter(); long it = real(); word("lrand48", (unsigned long long)it); leave(); return it; }
long mrand48(void) { REAL(long, mrand48, void); enter(); long it = real(); word("mrand48", (uint32_t)it); leave(); return it; }

/* These are given their state, which the line begins with. */
#define GIVEN(type, name, shown)                                       \
    type name(unsigned short s[3])                                     \
    {                                                                  \
        REAL(type, name, unsigned short *);                            \
        enter();                                                       \
        unsigned long long given = STATE(s);                           \
        type it = real(s);                                             \
        say(#name " %llu - %llu -\n", given, (unsigned long long)shown); \
        leave();                                                       \
        return it;                                                     \
    }
GIVEN(double, erand48, WHOLE(it))
GIVEN(long, nrand48, it)
GIVEN(long, jrand48, (uint32_t)it)

void srand48(long seed) { REAL(void, srand48, long); enter(); event("srand48", (uint32_t)seed); real(seed); leave(); }
unsigned short *seed48(unsigned short s[3]) { REAL(unsigned short *, seed48, unsigned short *); enter(); event("seed48", STATE(s)); unsigned short *old = real(s); leave(); return old; }
void lcong48(unsigned short s[7]) { REAL(void, lcong48, unsigned short *); enter(); say("event seed lcong48 %llu %llu %u\n", STATE(s), STATE(s + 3), s[6]); real(s); leave(); }

static struct places bits48;
#define AT48(function) at(&bits48, data, function, "lcong48_r")

#define DRAW48(type, name, shown)                                      \
    int name(struct drand48_data *data, type *result)                  \
    {                                                                  \
        REAL(int, name, struct drand48_data *, type *);                \
        enter();                                                       \
        int code = real(data, result);                                 \
        word(AT48(#name), (unsigned long long)shown);                  \
        leave();                                                       \
        return code;                                                   \
    }
DRAW48(double, drand48_r, WHOLE(*result))
DRAW48(long, lrand48_r, *result)
DRAW48(long, mrand48_r, (uint32_t)*result)

int srand48_r(long seed, struct drand48_data *data) { REAL(int, srand48_r, long, struct drand48_data *); enter(); int code = real(seed, data); event(AT48("srand48_r"), (uint32_t)seed); leave(); return code; }
int seed48_r(unsigned short s[3], struct drand48_data *data) { REAL(int, seed48_r, unsigned short *, struct drand48_data *); enter(); int code = real(s, data); event(AT48("seed48_r"), STATE(s)); leave(); return code; }
int lcong48_r(unsigned short s[7], struct drand48_data *data) { REAL(int, lcong48_r, unsigned short *, struct drand48_data *); enter(); int code = real(s, data); say("event seed %s %llu %llu %u\n", AT48("lcong48_r"), STATE(s), STATE(s + 3), s[6]); leave(); return code; }

/* arc4random(): from the system, never seeded. */

uint32_t arc4random(void) { REAL(uint32_t, arc4random, void); enter(); uint32_t it = real(); word("arc4random", it); leave(); return it; }

uint32_t arc4random_uniform(uint32_t bound)
{
    REAL(uint32_t, arc4random_uniform, uint32_t);
    uint32_t it = real(bound);
    say("arc4random_uniform 0 %lld - %u\n", (long long)bound - 1, it);
    return it;
}

void arc4random_buf(void *buffer, size_t size)
{
    REAL(void, arc4random_buf, void *, size_t);
    say("event arc4random_buf %zu\n", size);
    real(buffer, size);
}

/* The clock. */

static int stopped(long long *seconds)
{
    const char *text = getenv("ROGUELAB_RECORD_TIME");
    if (text)
        *seconds = atoll(text);
    return text != NULL;
}

time_t time(time_t *place)
{
    long long seconds;
    REAL(time_t, time, time_t *);
    if (!stopped(&seconds))
        return real(place);
    if (place)
        *place = (time_t)seconds;
    return (time_t)seconds;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    long long seconds;
    REAL(int, gettimeofday, struct timeval *, void *);
    if (!stopped(&seconds))
        return real(now, zone);
    *now = (struct timeval){.tv_sec = (time_t)seconds};
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long long seconds;
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    if ((clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) || !stopped(&seconds))
        return real(clock, now);
    *now = (struct timespec){.tv_sec = (time_t)seconds};
    return 0;
}
