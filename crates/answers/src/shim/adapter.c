/* An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.
 *
 * Fill in the ops with calls of your code, then run:
 *   cc -O2 -o adapter adapter.c
 *   roguelab check @ARGUMENT@ -- ./adapter
 *
 * An op that shows a number calls number() or unsigned_number(). One that shows a list calls list(), then word() or text() for
 * each item. One that calls nothing shows nothing, and one that fails calls error(). Ops that call unknown() are left out.
 * Call draw() for each bounded draw that an op takes, if you want draws compared too. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum { NOTHING, ONE, LIST } answered;
static int items;
static char draws[1 << 20];
static size_t drawn;

static inline void unknown(void) { answered = ONE; fputs("?", stdout); }
static inline void error(const char *why) { answered = ONE; printf("! %s", why); }
static inline void number(int64_t value) { answered = ONE; printf("%" PRId64, value); }
static inline void unsigned_number(uint64_t value) { answered = ONE; printf("%" PRIu64, value); }
static inline void list(void) { answered = LIST; items = 0; fputs("[", stdout); }
static inline void word(uint64_t value) { printf("%s%" PRIu64, items++ ? " " : "", value); }

static inline void text(const char *value) {
    fputs(items++ ? " \"" : "\"", stdout);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') putchar('\\');
        if ((unsigned char)*value < ' ') printf("\\u{%x}", *value);
        else putchar(*value);
    }
    putchar('"');
}

static inline void draw(int64_t lo, int64_t hi, int64_t value) {
    if (drawn < sizeof draws - 80)
        drawn += (size_t)sprintf(draws + drawn, "%s%" PRId64 " %" PRId64 " %" PRId64, drawn ? ", " : " | ", lo, hi, value);
}

/* Your state, as in a program just started. */
static void reset(void) {
}

@STUBS@
/* Below is the protocol: `roguelab check --protocol`. */

static void perform(const char *name, char **a, int count) {
@ROWS@
    unknown();
}

static void answer(char *line) {
    char *name = strtok(line, " \r"), *a[64], *next;
    int count = 0;
    while (count < 64 && (next = strtok(NULL, " \r"))) a[count++] = next;
    answered = NOTHING;
    drawn = 0;
    if (!name) unknown();
    else if (!strcmp(name, "reset")) reset();
    else perform(name, a, count);
    if (answered == NOTHING) fputs("nothing", stdout);
    if (answered == LIST) putchar(']');
    if (drawn) fwrite(draws, 1, drawn, stdout);
    putchar('\n');
}

int main(void) {
    static char input[1 << 16];
    size_t held = 0;
    ssize_t got;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    reset();
    while ((got = read(0, input + held, sizeof input - held)) > 0) {
        char *line = input, *end;
        held += (size_t)got;
        while ((end = memchr(line, '\n', held - (size_t)(line - input)))) {
            *end = 0;
            answer(line);
            line = end + 1;
        }
        held -= (size_t)(line - input);
        memmove(input, line, held);
        fflush(stdout);
    }
    return 0;
}
