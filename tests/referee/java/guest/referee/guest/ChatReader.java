package referee.guest;

import VASSAL.build.GameModule;
import java.util.Objects;
import javax.swing.JTextPane;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;
import referee.Witness;

/** Reads the chat window as a player would, line after line. */
final class ChatReader {
  private Document document;
  private int seen;

  void read() {
    final GameModule module = GameModule.getGameModule();
    if (module == null || module.getChatter() == null) {
      return;
    }
    final JTextPane pane = Reflect.get(VASSAL.build.module.Chatter.class, module.getChatter(), "conversationPane");
    if (!Objects.equals(document, pane.getDocument())) {
      document = pane.getDocument();
      seen = 0;
    }
    try {
      for (final String line : document.getText(seen, document.getLength() - seen).split("\n")) {
        if (!line.isBlank()) {
          Witness.chat(line.strip());
        }
      }
      seen = document.getLength();
    }
    catch (BadLocationException e) {
      throw new IllegalStateException(e);
    }
  }
}
