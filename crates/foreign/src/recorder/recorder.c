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
static int forked;

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

/* A child writes to a file of its own. */
static void forget(void)
{
    if (file >= 0)
        close(file);
    file = -1;
    forked = 1;
    lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(NULL, NULL, forget);
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
        if (folder && (size_t)snprintf(path, sizeof path, "%s/%ld", folder, (long)getpid()) < sizeof path)
            file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        /* What it took before, and so where its generators stand, is in the parent's file. */
        static const char child[] = "event forked\n";
        if (forked && file >= 0 && write(file, child, sizeof child - 1) < 0)
            left = 0;
        forked = 0;
    }
    /* Nothing can be done about a full disk here. */
    if (file >= 0 && left > 0 && write(file, line, (size_t)length) > 0)
        left--;
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

/* random() and rand(): one generator, one state. */

long random(void) { REAL(long, random, void); enter(); long it = real(); word("random", (unsigned long long)it); leave(); return it; }
int rand(void) { REAL(int, rand, void); enter(); int it = real(); word("rand", (unsigned)it); leave(); return it; }
void srandom(unsigned seed) { REAL(void, srandom, unsigned); enter(); event("srandom", seed); real(seed); leave(); }
void srand(unsigned seed) { REAL(void, srand, unsigned); enter(); event("srand", seed); real(seed); leave(); }

char *initstate(unsigned seed, char *state, size_t size)
{
    REAL(char *, initstate, unsigned, char *, size_t);
    enter();
    say("event seed initstate %u %zu\n", seed, size);
    char *old = real(seed, state, size);
    leave();
    return old;
}

char *setstate(char *state)
{
    REAL(char *, setstate, char *);
    enter();
    say("event setstate\n");
    char *old = real(state);
    leave();
    return old;
}

/* One state is followed: at another one the reader starts again, knowing nothing. */
static void at(struct random_data *data)
{
    static struct random_data *last;
    if (last && last != data)
        say("event setstate_r\n");
    last = data;
}

int random_r(struct random_data *data, int32_t *result)
{
    REAL(int, random_r, struct random_data *, int32_t *);
    enter();
    at(data);
    int code = real(data, result);
    if (code == 0)
        word("random_r", (uint32_t)*result);
    leave();
    return code;
}

int srandom_r(unsigned seed, struct random_data *data)
{
    REAL(int, srandom_r, unsigned, struct random_data *);
    enter();
    at(data);
    event("srandom_r", seed);
    int code = real(seed, data);
    leave();
    return code;
}

int initstate_r(unsigned seed, char *state, size_t size, struct random_data *data)
{
    REAL(int, initstate_r, unsigned, char *, size_t, struct random_data *);
    enter();
    at(data);
    say("event seed initstate_r %u %zu\n", seed, size);
    int code = real(seed, state, size, data);
    leave();
    return code;
}

int setstate_r(char *state, struct random_data *data)
{
    REAL(int, setstate_r, char *, struct random_data *);
    enter();
    at(data);
    say("event setstate_r\n");
    int code = real(state, data);
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

double erand48(unsigned short s[3]) { REAL(double, erand48, unsigned short *); enter(); double it = real(s); word("erand48", WHOLE(it)); leave(); return it; }
long nrand48(unsigned short s[3]) { REAL(long, nrand48, unsigned short *); enter(); long it = real(s); word("nrand48", (unsigned long long)it); leave(); return it; }
long jrand48(unsigned short s[3]) { REAL(long, jrand48, unsigned short *); enter(); long it = real(s); word("jrand48", (uint32_t)it); leave(); return it; }

void srand48(long seed) { REAL(void, srand48, long); enter(); event("srand48", (uint32_t)seed); real(seed); leave(); }
unsigned short *seed48(unsigned short s[3]) { REAL(unsigned short *, seed48, unsigned short *); enter(); event("seed48", STATE(s)); unsigned short *old = real(s); leave(); return old; }
void lcong48(unsigned short s[7]) { REAL(void, lcong48, unsigned short *); enter(); say("event lcong48\n"); real(s); leave(); }

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
