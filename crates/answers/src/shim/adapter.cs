// An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.
//
// Fill in the ops of Game with calls of your code, then run it in a console project, or:
//   mcs -out:adapter.exe adapter.cs
//   roguelab check @ARGUMENT@ -- mono adapter.exe
// An op returns null for nothing, a number, or a uint[], ulong[] or string[]. Ops that return Unknown are left out.
// Call Adapter.Draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

// Your state, as in a program just started: `reset` makes a new Game.
class Game {
    static readonly object Unknown = Adapter.Unknown;

@STUBS@
}

static class Adapter {
    static object Perform(Game game, string name, string[] a) {
        switch (name + " " + a.Length) {
@ROWS@
            default: return Unknown;
        }
    }

    // Below is the protocol: `roguelab check --protocol`.

    public static readonly object Unknown = new object();
    static readonly List<string> draws = new List<string>();

    public static void Draw(long lo, long hi, long value) {
        draws.Add(lo + " " + hi + " " + value);
    }

    static string Quoted(string text) {
        var parts = text.Select(c => c < ' ' ? "\\u{" + ((int)c).ToString("x") + "}" : c == '"' || c == '\\' ? "\\" + c : c.ToString());
        return "\"" + string.Concat(parts) + "\"";
    }

    static string Shown(object result) {
        if (result == Unknown) return "?";
        if (result == null) return "nothing";
        var text = result as string;
        if (text != null) return Quoted(text);
        var items = result as IEnumerable;
        return items == null ? result.ToString() : "[" + string.Join(" ", items.Cast<object>().Select(Shown)) + "]";
    }

    static string Answer(Game game, string[] parts) {
        draws.Clear();
        try {
            var shown = Shown(Perform(game, parts[0], parts.Skip(1).ToArray()));
            return draws.Count == 0 ? shown : shown + " | " + string.Join(", ", draws);
        } catch (Exception failed) {
            return "! " + failed.GetType().Name + ": " + failed.Message.Replace('\n', ' ').Replace('\r', ' ');
        }
    }

    static void Main() {
        var input = Console.OpenStandardInput();
        var output = Console.OpenStandardOutput();
        Console.SetOut(Console.Error); // What your code prints is no answer.
        var game = new Game();
        var held = new MemoryStream();
        var chunk = new byte[1 << 16];
        for (int got; (got = input.Read(chunk, 0, chunk.Length)) > 0;) {
            var answers = new StringBuilder();
            for (int i = 0; i < got; i++) {
                if (chunk[i] != '\n') {
                    held.WriteByte(chunk[i]);
                    continue;
                }
                var parts = Encoding.UTF8.GetString(held.ToArray()).Trim().Split(' ');
                held.SetLength(0);
                if (parts[0] == "reset") {
                    game = new Game();
                    answers.Append("nothing\n");
                } else {
                    answers.Append(Answer(game, parts)).Append('\n');
                }
            }
            var bytes = Encoding.UTF8.GetBytes(answers.ToString());
            output.Write(bytes, 0, bytes.Length);
            output.Flush();
        }
    }
}
