package referee;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Toolkit;
import java.awt.event.WindowEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.swing.AbstractButton;
import javax.swing.JLabel;
import javax.swing.JOptionPane;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import org.slf4j.LoggerFactory;

/**
 * Sees everything that the engine reports: its log, the exceptions it lets escape, and its dialogs.
 *
 * <p>A dialog that waits for the user is noted and answered at once: as the test asked, otherwise by closing it.
 */
public final class Witness {
  private static final List<String> ERRORS = new ArrayList<>();
  private static final List<String> WARNINGS = new ArrayList<>();
  private static final List<String> LOG = new ArrayList<>();
  private static final List<String> CHAT = new ArrayList<>();
  private static final JsonArray DIALOGS = new JsonArray();
  private static final Map<Pattern, String> ANSWERS = new LinkedHashMap<>();
  private static final String[] KINDS = {"error", "information", "warning", "question"};

  private Witness() {}

  static void install() {
    final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        note(event);
      }
    };
    appender.setContext(context);
    appender.start();
    root.addAppender(appender);
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> error(thrown));
    Toolkit.getDefaultToolkit().addAWTEventListener(Witness::windowEvent, AWTEvent.WINDOW_EVENT_MASK);
  }

  private static synchronized void note(ILoggingEvent event) {
    String text = event.getFormattedMessage();
    for (IThrowableProxy t = event.getThrowableProxy(); t != null; t = t.getCause()) {
      text = (text.isEmpty() ? "" : text + ": ") + t.getClassName() + ": " + t.getMessage();
    }
    LOG.add(event.getLevel() + " " + event.getLoggerName() + " - " + text);
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      ERRORS.add(text);
    }
    else if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      WARNINGS.add(text);
    }
  }

  /** Notes an exception which the engine would have shown as a bug or lost. */
  public static synchronized void error(Throwable thrown) {
    final StringBuilder text = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      text.append(text.length() == 0 ? "" : ": ").append(t);
    }
    ERRORS.add(text.toString());
  }

  /** Notes an error in words. */
  public static synchronized void error(String text) {
    ERRORS.add(text);
  }

  /** Notes a line of the chat window. */
  public static synchronized void chat(String line) {
    CHAT.add(line);
  }

  /** Foresees dialogs, by pairs of a pattern in title or text and the button or input that answers; forgets others. */
  static synchronized void foresee(JsonArray answers) {
    ANSWERS.clear();
    for (final JsonElement pair : answers) {
      final JsonArray both = pair.getAsJsonArray();
      ANSWERS.put(Pattern.compile(both.get(0).getAsString()), both.get(1).getAsString());
    }
  }

  /** Hands over what was seen since the last call. */
  static synchronized JsonObject drain() {
    final JsonObject report = new JsonObject();
    report.add("errors", drain(ERRORS));
    report.add("warnings", drain(WARNINGS));
    report.add("log", drain(LOG));
    report.add("chat", drain(CHAT));
    report.add("dialogs", DIALOGS.deepCopy());
    while (DIALOGS.size() > 0) {
      DIALOGS.remove(0);
    }
    return report;
  }

  private static JsonArray drain(List<String> lines) {
    final JsonArray array = new JsonArray();
    lines.forEach(array::add);
    lines.clear();
    return array;
  }

  private static void windowEvent(AWTEvent event) {
    if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof Dialog) {
      final Dialog dialog = (Dialog) event.getSource();
      if (dialog.getModalityType() != Dialog.ModalityType.MODELESS) {
        attend(dialog);
      }
    }
  }

  private static synchronized void attend(Dialog dialog) {
    final List<String> texts = new ArrayList<>();
    final List<AbstractButton> buttons = new ArrayList<>();
    read(dialog, texts, buttons);
    final JOptionPane pane = find(dialog, JOptionPane.class);
    final String title = dialog.getTitle() == null ? "" : dialog.getTitle();
    final String text = String.join("\n", texts);
    String answer = null;
    for (final Map.Entry<Pattern, String> rule : ANSWERS.entrySet()) {
      if (rule.getKey().matcher(title + "\n" + text).find()) {
        answer = rule.getValue();
      }
    }
    final JsonObject seen = new JsonObject();
    final int kind = pane == null ? -1 : pane.getMessageType();
    seen.addProperty("kind", kind >= 0 && kind < KINDS.length ? KINDS[kind] : "plain");
    seen.addProperty("title", title);
    seen.addProperty("text", text);
    final JsonArray names = new JsonArray();
    buttons.forEach(b -> names.add(b.getText()));
    seen.add("buttons", names);
    seen.addProperty("answer", answer);
    DIALOGS.add(seen);
    final String chosen = answer;
    SwingUtilities.invokeLater(() -> dismiss(dialog, pane, buttons, chosen));
  }

  private static void dismiss(Dialog dialog, JOptionPane pane, List<AbstractButton> buttons, String answer) {
    if (answer != null && press(buttons, answer)) {
      return;
    }
    if (answer != null && pane != null && pane.getWantsInput()) {
      pane.setInputValue(answer);
      pane.setValue(JOptionPane.OK_OPTION);
      return;
    }
    dialog.dispatchEvent(new WindowEvent(dialog, WindowEvent.WINDOW_CLOSING));
    dialog.dispose();
  }

  /** Clicks the buttons that the answer names, "Box to tick|OK", if the dialog has them all. */
  private static boolean press(List<AbstractButton> buttons, String answer) {
    final List<AbstractButton> chosen = new ArrayList<>();
    for (final String name : answer.split("\\|")) {
      buttons.stream().filter(button -> name.equals(button.getText())).findFirst().ifPresent(chosen::add);
    }
    final boolean all = chosen.size() == answer.split("\\|").length;
    if (all) {
      chosen.forEach(button -> button.doClick(0));
    }
    return all;
  }

  private static void read(Container container, List<String> texts, List<AbstractButton> buttons) {
    for (final Component c : container.getComponents()) {
      if (c instanceof AbstractButton) {
        buttons.add((AbstractButton) c);
      }
      else if (c instanceof JLabel) {
        add(texts, ((JLabel) c).getText());
      }
      else if (c instanceof JTextComponent) {
        add(texts, ((JTextComponent) c).getText());
      }
      else if (c instanceof Container) {
        read((Container) c, texts, buttons);
      }
    }
  }

  private static void add(List<String> texts, String text) {
    final String plain = text == null ? "" : text.replaceAll("(?s)<head>.*?</head>|<[^>]*>", " ").replaceAll("\\s+", " ").trim();
    if (!plain.isEmpty()) {
      texts.add(plain);
    }
  }

  private static <T> T find(Container container, Class<T> type) {
    for (final Component c : container.getComponents()) {
      final T found = type.isInstance(c) ? type.cast(c) : c instanceof Container ? find((Container) c, type) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
