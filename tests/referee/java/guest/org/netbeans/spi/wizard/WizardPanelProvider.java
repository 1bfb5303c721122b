package org.netbeans.spi.wizard;

import java.util.Map;
import javax.swing.JComponent;

/** Stands in for the wizard library: the pages of one wizard. */
public abstract class WizardPanelProvider {
  private final String[] steps;

  protected WizardPanelProvider(String[] steps, String[] descriptions) {
    this.steps = steps;
  }

  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {
    this(steps, descriptions);
  }

  protected WizardPanelProvider(String title, String step, String description) {
    this(new String[] {step}, new String[] {description});
  }

  protected abstract JComponent createPanel(WizardController controller, String id, Map settings);

  protected Object finish(Map settings) throws WizardException {
    return settings;
  }

  public boolean cancel(Map settings) {
    return true;
  }

  protected final int indexOfStep(String id) {
    return java.util.Arrays.asList(steps).indexOf(id);
  }

  public final Wizard createWizard() {
    return new Wizard(this);
  }
}
