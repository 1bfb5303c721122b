package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JPanel;

/** Stands in for the wizard library: a page is a panel. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  /** What is asked when the user has gone through all pages. */
  public interface WizardResultProducer {
    Object finish(Map wizardData) throws WizardException;

    boolean cancel(Map settings);
  }

  public WizardPage(String description) {}

  protected final void putWizardData(Object key, Object value) {}
}
