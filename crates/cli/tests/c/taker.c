/* Takes words in every way, in the process, a thread and a child. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *take(void *nothing) { for (int i = 0; i < 10000; i++) random(); return nothing; }

int main(int count, char **arguments)
{
    char state[256];
    struct random_data data = {0};
    unsigned seed = 5;
    unsigned short bits[3] = {1, 2, 3}, factor[7] = {1, 2, 3, 4, 5, 6, 7};
    struct random_data other = {0};
    struct drand48_data own = {0};
    char more[64];
    double real;
    int32_t word;
    random(); rand();
    srandom((unsigned)time(NULL));
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    initstate(9, state, 64);
    for (int i = 0; i < 100; i++) random();
    srand(3);
    rand();
    srand48(7);
    drand48(); lrand48(); mrand48();
    seed48(bits);
    lrand48();
    rand_r(&seed); erand48(bits); nrand48(bits); jrand48(bits);
    initstate_r(4, state + 128, 128, &data);
    random_r(&data, &word);
    initstate_r(5, more, 64, &other);
    random_r(&other, &word); random_r(&data, &word);
    srand48_r(6, &own);
    drand48_r(&own, &real);
    char *first = initstate(8, state + 64, 32);
    random();
    setstate(first);
    random();
    lcong48(factor);
    erand48(bits); drand48();
    if (count > 1 && arguments[1][0] != 'f') _exit(arguments[1][0] - '0');
    initstate(3, state, 64);
    pid_t child = fork();
    if (child == 0) { for (int i = 0; i < (count > 1 ? 30000 : 1); i++) random(); _exit(0); }
    waitpid(child, NULL, 0);
    return 0;
}
