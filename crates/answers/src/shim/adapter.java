// An adapter between your code and `roguelab check @SUBJECT@`: @ABOUT@.
//
// Fill in the ops of Game with calls of your code, then run: roguelab check @ARGUMENT@ -- java Adapter.java
// An op returns NOTHING, or what number, unsigned, words or texts make of its result. Ops that return UNKNOWN are left out.
// Arguments of 64 bits without a sign come as long, with the same bits.
// Call draw(lo, hi, value) for each bounded draw that an op takes, if you want draws compared too.

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

class Adapter {
    /** Your state, as in a program just started: `reset` makes a new Game. */
    static class Game {
@STUBS@
    }

    static String perform(Game game, String name, String[] a) {
        switch (name + " " + a.length) {
@ROWS@
            default: return UNKNOWN;
        }
    }

    // Below is the protocol: `roguelab check --protocol`.

    static final String UNKNOWN = "?";
    static final String NOTHING = "nothing";
    static List<String> draws = new ArrayList<>();

    static void draw(long lo, long hi, long value) {
        draws.add(lo + " " + hi + " " + value);
    }

    static String number(long value) {
        return Long.toString(value);
    }

    static String unsigned(long value) {
        return Long.toUnsignedString(value);
    }

    static String words(int... words) {
        return Arrays.stream(words).mapToObj(Integer::toUnsignedString).collect(Collectors.joining(" ", "[", "]"));
    }

    static String words(long... words) {
        return Arrays.stream(words).mapToObj(Long::toUnsignedString).collect(Collectors.joining(" ", "[", "]"));
    }

    static String texts(String... texts) {
        return Arrays.stream(texts).map(Adapter::quoted).collect(Collectors.joining(" ", "[", "]"));
    }

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ') {
                out.append("\\u{").append(Integer.toHexString(c)).append('}');
            } else {
                out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return out.append('"').toString();
    }

    static String answer(Game game, String[] parts) {
        draws.clear();
        try {
            String shown = perform(game, parts[0], Arrays.copyOfRange(parts, 1, parts.length));
            return draws.isEmpty() ? shown : shown + " | " + String.join(", ", draws);
        } catch (Throwable failed) {
            return "! " + failed.toString().replaceAll("\\s+", " ");
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
        System.setOut(System.err); // What your code prints is no answer.
        Game game = new Game();
        StringBuilder rest = new StringBuilder();
        byte[] chunk = new byte[1 << 16];
        for (int got; (got = System.in.read(chunk)) > 0; ) {
            rest.append(new String(chunk, 0, got, StandardCharsets.ISO_8859_1));
            StringBuilder answers = new StringBuilder();
            int start = 0;
            for (int end; (end = rest.indexOf("\n", start)) >= 0; start = end + 1) {
                byte[] line = rest.substring(start, end).trim().getBytes(StandardCharsets.ISO_8859_1);
                String[] parts = new String(line, StandardCharsets.UTF_8).split(" ");
                if (parts[0].equals("reset")) {
                    game = new Game();
                    answers.append(NOTHING).append('\n');
                } else {
                    answers.append(answer(game, parts)).append('\n');
                }
            }
            rest.delete(0, start);
            out.write(answers.toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
