/*
 * Document 002, the JavaScript version of Amazing: function by function, with the names it has there. What looks wrong
 * in it is kept, except that it returns where the document would not.
 */
#include "documents.h"

#define AT(array, column, row) (maze->array[(column) * maze->height + (row)])

/* 1 .. number. */
static int32_t random_1(struct amazing *maze, int32_t number)
{
    return (int32_t)dice_draw(maze->dice, (uint32_t)number) + 1;
}

static int can_move_left(const struct amazing *maze)
{
    return maze->current_column != 0 && AT(visited, maze->current_column - 1, maze->current_row) == 0;
}

static int can_move_right(const struct amazing *maze)
{
    return maze->current_column != maze->width - 1 && AT(visited, maze->current_column + 1, maze->current_row) == 0;
}

/* On the bottom row, down is the exit, once. */
static int can_move_down(const struct amazing *maze)
{
    if (maze->current_row == maze->height - 1) {
        return !maze->exit_placed;
    }
    return AT(visited, maze->current_column, maze->current_row + 1) == 0;
}

static int can_move_up(const struct amazing *maze)
{
    return maze->current_row != 0 && AT(visited, maze->current_column, maze->current_row - 1) == 0;
}

static void visit(struct amazing *maze, int32_t column, int32_t row)
{
    AT(visited, column, row) = maze->cell_count;
    maze->visited_list[maze->visited_list_length++] = (struct spot){column, row};
    maze->cell_count++;
}

/* What is open already is overwritten. */
static void move_up(struct amazing *maze)
{
    visit(maze, maze->current_column, maze->current_row - 1);
    AT(walls, maze->current_column, maze->current_row - 1) = 1;
    maze->current_row--;
}

static void move_down(struct amazing *maze)
{
    int32_t *wall = &AT(walls, maze->current_column, maze->current_row);

    if (maze->current_row != maze->height - 1) {
        visit(maze, maze->current_column, maze->current_row + 1);
        *wall = *wall == 0 ? 1 : 3;
        maze->current_row++;
        return;
    }
    maze->exit_placed = 1;
    if (*wall == 0) {
        *wall = 1;
        /* Here the path goes on, visited or not. */
        maze->current_row = 0;
        maze->current_column = 0;
    } else {
        *wall = 3;
    }
}

static void move_right(struct amazing *maze)
{
    int32_t *wall = &AT(walls, maze->current_column, maze->current_row);

    visit(maze, maze->current_column + 1, maze->current_row);
    *wall = *wall == 0 ? 2 : 3;
    maze->current_column++;
}

/* As move_up. */
static void move_left(struct amazing *maze)
{
    visit(maze, maze->current_column - 1, maze->current_row);
    AT(walls, maze->current_column - 1, maze->current_row) = 2;
    maze->current_column--;
}

static int is_locked(const struct amazing *maze, int32_t column, int32_t row)
{
    return (column == 0 || AT(visited, column - 1, row) > 0)
        && (row == 0 || AT(visited, column, row - 1) > 0)
        && (column == maze->width - 1 || AT(visited, column + 1, row) > 0)
        && (row == maze->height - 1 || AT(visited, column, row + 1) > 0);
}

static int is_no_start(const struct amazing *maze, int32_t column, int32_t row)
{
    return AT(visited, column, row) == 0 || is_locked(maze, column, row);
}

/* Whether the tries below will ever end. The first of the list is never tried. */
static int can_restart(const struct amazing *maze)
{
    int32_t i;

    for (i = 1; i < maze->visited_list_length; i++) {
        if (!is_no_start(maze, maze->visited_list[i].column, maze->visited_list[i].row)) {
            return 1;
        }
    }
    return 0;
}

/* The document's own: some cell of the list. */
static int32_t find_starting_location_2(struct amazing *maze)
{
    if (!is_no_start(maze, maze->current_column, maze->current_row)) {
        return DONE;
    }
    /* random(0) is 1 and random(-1) is 0 or 1: nothing is there in a list of one or none. */
    if (maze->visited_list_length < 2) {
        return PAST_LIST;
    }
    if (!can_restart(maze)) {
        return ENDLESS;
    }
    while (is_no_start(maze, maze->current_column, maze->current_row)) {
        int32_t new_location_index = random_1(maze, maze->visited_list_length - 1);

        maze->current_column = maze->visited_list[new_location_index].column;
        maze->current_row = maze->visited_list[new_location_index].row;
    }
    return DONE;
}

/* The one it says BASIC had: the next cell, row after row, and from the last to the first. */
static int32_t find_starting_location_1(struct amazing *maze)
{
    int32_t steps = 0;

    while (is_no_start(maze, maze->current_column, maze->current_row)) {
        if (steps++ == maze->width * maze->height) {
            return ENDLESS;
        }
        maze->current_column++;
        if (maze->current_column == maze->width) {
            maze->current_column = 0;
            maze->current_row = (maze->current_row + 1) % maze->height;
        }
    }
    return DONE;
}

static int32_t construct_maze_paths(struct amazing *maze)
{
    int32_t cells = maze->width * maze->height;

    while (maze->cell_count <= cells) {
        int on_current_path = 1;
        int32_t status =
            maze->restart == SCAN ? find_starting_location_1(maze) : find_starting_location_2(maze);

        if (status != DONE) {
            return status;
        }
        while (on_current_path) {
            int valid_directions[4];
            int length = 0;

            if (can_move_up(maze)) {
                valid_directions[length++] = 1;
            }
            if (can_move_right(maze)) {
                valid_directions[length++] = 2;
            }
            if (can_move_down(maze)) {
                valid_directions[length++] = 3;
            }
            if (can_move_left(maze)) {
                valid_directions[length++] = 4;
            }
            on_current_path = length > 0;
            if (on_current_path) {
                switch (valid_directions[random_1(maze, length) - 1]) {
                case 1:
                    move_up(maze);
                    break;
                case 2:
                    move_right(maze);
                    break;
                case 3:
                    move_down(maze);
                    break;
                case 4:
                    move_left(maze);
                    break;
                }
            }
            on_current_path = on_current_path && maze->cell_count <= cells;
        }
    }
    return DONE;
}

int32_t amazing(struct amazing *maze)
{
    int32_t i, j;

    for (i = 0; i < maze->width; i++) {
        for (j = 0; j < maze->height; j++) {
            AT(visited, i, j) = 0;
            AT(walls, i, j) = 0;
        }
    }
    maze->visited_list_length = 0;
    maze->exit_placed = 0;
    maze->cell_count = 1;
    maze->start_opening = random_1(maze, maze->width);
    AT(visited, maze->start_opening - 1, 0) = maze->cell_count;
    maze->cell_count++;
    maze->current_column = maze->start_opening - 1;
    maze->current_row = 0;
    return construct_maze_paths(maze);
}
