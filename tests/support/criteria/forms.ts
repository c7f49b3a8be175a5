// What the criteria ask of forms: sent empty, a form says what is wrong, where and how to mend it; and no field changes the page when
// it is filled in.
import type { Browser } from 'playwright-core';
import { open, visitor } from '../screens/visits.ts';
import type { Fault } from './keyboard.ts';

/** In: the pages that have a form. */
export async function formFaults(
  browser: Browser,
  address: string,
  email: string,
  paths: readonly string[],
): Promise<{ faults: [path: string, ...Fault][]; refused: number }> {
  const { page, context } = await visitor(browser, address, email);
  const faults: [string, ...Fault][] = [];
  let refused = 0;
  for (const path of paths) {
    await open(page, address, path);
    const send = page.locator('main form button[type=submit]').last();
    if ((await send.count()) === 0) continue;
    for (const field of await page.locator('main form select:visible:enabled').all()) {
      await field.focus();
      const values = await field
        .locator('option:enabled')
        .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
      if (values.length < 2) continue;
      const before = await field.inputValue();
      const other = values.find((value) => value !== before)!;
      await field.selectOption(other);
      if (new URL(page.url()).pathname !== path || (await page.locator('[role=dialog]').count()) > 0)
        faults.push([path, '3.2.2', 'a choice leads away']);
      if (!(await field.evaluate((each) => document.activeElement === each)))
        faults.push([path, '3.2.2', 'a choice moves the focus']);
      await field.selectOption(before);
    }
    if (!(await send.isEnabled())) continue;
    await send.click();
    const invalid = page.locator('main [aria-invalid=true]');
    const summary = page.locator('main [role=alert]');
    // A form whose fields are all filled in beforehand has nothing to refuse.
    await invalid
      .or(summary)
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined);
    if ((await invalid.count()) === 0) continue;
    refused += 1;
    const silent = await invalid.evaluateAll((all) =>
      all
        .filter((each) => {
          const ids = `${each.getAttribute('aria-describedby') ?? ''} ${each.getAttribute('aria-errormessage') ?? ''}`
            .trim()
            .split(/\s+/);
          return !ids.some((id) => id !== '' && /\p{L}{3}/u.test(document.getElementById(id)?.textContent ?? ''));
        })
        .map((each) => each.getAttribute('name') ?? each.id),
    );
    faults.push(
      ...silent.map((name): [string, ...Fault] => [path, '3.3.1', `the fault of ${name} is in no words of its own`]),
    );
    const isFound = await page.evaluate(() =>
      document.activeElement?.matches('[aria-invalid=true], [role=alert], [role=alert] *'),
    );
    if (!isFound) faults.push([path, '3.3.1', 'the focus is not at what is wrong']);
    const unmarked = await invalid.evaluateAll((all) =>
      all
        .filter(
          (each) =>
            !(each as HTMLInputElement).labels?.length &&
            !each.getAttribute('aria-label') &&
            !each.getAttribute('aria-labelledby'),
        )
        .map((each) => each.id),
    );
    faults.push(...unmarked.map((id): [string, ...Fault] => [path, '3.3.2', `${id} has no label`]));
  }
  await context.close();
  return { faults, refused };
}
