// An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.
//
// Fill in the ops of Game with calls of your code, then run: roguelab check @ARGUMENT@ -- go run adapter.go
// An op returns nil for nothing, an integer, or a slice of uint32, uint64 or string. Ops that return unknown are left out.
// Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Game is your state, as in a program just started: `reset` makes a new one.
type Game struct {
}

@STUBS@
func perform(g *Game, name string, a []string) any {
	switch name + " " + strconv.Itoa(len(a)) {
@ROWS@
	}
	return unknown
}

// Below is the protocol: `roguelab check --protocol`.

type nothingDone struct{}

var unknown = nothingDone{}

var draws []string

func draw(lo, hi, value int64) {
	draws = append(draws, fmt.Sprintf("%d %d %d", lo, hi, value))
}

func signed(text string, bits int) int64 {
	value, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		panic(err)
	}
	return value
}

func unsigned(text string, bits int) uint64 {
	value, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		panic(err)
	}
	return value
}

func quoted(text string) string {
	var out strings.Builder
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			fmt.Fprintf(&out, "\\%c", c)
		case c < ' ':
			fmt.Fprintf(&out, "\\u{%x}", c)
		default:
			out.WriteRune(c)
		}
	}
	return `"` + out.String() + `"`
}

func shown(result any) string {
	switch result := result.(type) {
	case nil:
		return "nothing"
	case nothingDone:
		return "?"
	case []string:
		texts := make([]string, len(result))
		for i, text := range result {
			texts[i] = quoted(text)
		}
		return "[" + strings.Join(texts, " ") + "]"
	}
	return fmt.Sprint(result)
}

func answer(g *Game, parts []string) (answer string) {
	defer func() {
		if failed := recover(); failed != nil {
			answer = "! " + strings.Join(strings.Fields(fmt.Sprint(failed)), " ")
		}
	}()
	draws = nil
	answer = shown(perform(g, parts[0], parts[1:]))
	if draws != nil {
		answer += " | " + strings.Join(draws, ", ")
	}
	return
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	os.Stdout = os.Stderr // What your code prints is no answer.
	g := &Game{}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		parts := strings.Fields(line)
		if len(parts) == 0 {
			parts = []string{""}
		}
		if parts[0] == "reset" {
			g = &Game{}
			fmt.Fprintln(out, "nothing")
		} else {
			fmt.Fprintln(out, answer(g, parts))
		}
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}
