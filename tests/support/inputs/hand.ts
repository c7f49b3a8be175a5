// A hand at a screen that counts what it presses. Typing is not counted; choosing in a list, and a file in the system's dialog,
// are two presses each: one opens it, one chooses.
import type { Locator, Page } from 'playwright-core';

export class Hand {
  presses = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    await what.click();
    this.presses += 1;
  }

  async choose(list: Locator, option: string): Promise<void> {
    await list.selectOption(option);
    this.presses += 2;
  }

  async chooseFile(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const opened = this.page.waitForEvent('filechooser');
    await button.click();
    await (await opened).setFiles(file);
    this.presses += 2;
  }

  async type(box: Locator, text: string): Promise<void> {
    await box.fill(text);
  }
}
