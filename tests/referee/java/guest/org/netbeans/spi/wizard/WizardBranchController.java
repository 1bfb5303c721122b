package org.netbeans.spi.wizard;

import java.util.Map;

/** Stands in for the wizard library: nothing branches. */
public abstract class WizardBranchController {
  private final WizardPanelProvider base;

  protected WizardBranchController(WizardPanelProvider base) {
    this.base = base;
  }

  protected WizardPanelProvider getPanelProviderForStep(String step, Map settings) {
    return null;
  }

  protected Wizard getWizardForStep(String step, Map settings) {
    return null;
  }

  public final Wizard createWizard() {
    return new Wizard(base);
  }
}
