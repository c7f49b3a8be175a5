// What a link to a scenario shows: the figures as they were when it was shared, to be read and printed. /shared-scenario?token=…
import { figures, figuresLocale } from '../words/figures.ts';
import { say } from '../words/say.ts';
import type { SharedScenario } from '../contract/scenarios/scenarios.ts';
import { decimal, grouped, toFixed, withSeparators } from '../domain/figures/decimal.ts';
import { percentage } from '../domain/figures/largestRemainder.ts';
import { html } from '../tools/markup.ts';
import type { Markup } from '../tools/markup.ts';

type Table = SharedScenario['tables'][number];
type Exit = SharedScenario['waterfalls'][number];

const place = document.querySelector<HTMLElement>('#shared-scenario');
if (place) void show(place);

async function show(place: HTMLElement): Promise<void> {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  let problem = say`The server could not be reached. Try again in a moment.`;
  try {
    const response = await fetch(`/api/shared-scenarios/${encodeURIComponent(token)}`);
    if (response.ok) {
      const answer = (await response.json()) as SharedScenario;
      document.title = say`${answer.name} | Sharebook`;
      place.innerHTML = sharedMarkup(answer).text;
      place.querySelector('#print')?.addEventListener('click', () => window.print());
      return;
    }
    if (response.status === 404) problem = say`It has ended, or was withdrawn. Ask whoever sent it for a new one.`;
  } catch (error) {
    console.error('Reading the shared scenario failed', error);
  }
  place.innerHTML = html`<h1>${say`This link shows nothing`}</h1>
    <p class="quiet">${problem}</p>`.text;
}

const day = (instant: string) =>
  new Date(instant).toLocaleDateString(figuresLocale(), { dateStyle: 'long', timeZone: 'UTC' });

/** `price`: as it is, with all its decimals. */
type Money = (amount: string, price?: 'price') => string;

/** To the cent, with separators of thousands and the currency's sign. */
function moneyIn(currency: string): Money {
  const parts = new Intl.NumberFormat(figuresLocale(), { style: 'currency', currency }).formatToParts(0);
  const sign = parts.find(({ type }) => type === 'currency')!.value;
  const isBefore = parts[0]!.type === 'currency';
  return (amount, price) => {
    const [whole = '0', rest = '00'] = (price ? amount : toFixed(decimal(amount), 2)).split('.');
    const figure = `${withSeparators(whole)}${figures('.')}${rest}`;
    return isBefore ? `${sign}${figure}` : `${figure}\u00a0${sign}`;
  };
}

const KINDS: Record<string, string> = {
  round: say`a round`,
  grant: say`a grant`,
  pool: say`a larger pool`,
  convertible: say`a SAFE or note`,
  warrant: say`a warrant`,
  split: say`a split`,
};

/** The last table first: it is what the reader was sent the link for. */
function sharedMarkup({
  company,
  currency,
  name,
  notes,
  as_of,
  tables,
  waterfalls,
  steps,
  shared_at,
  expires_at,
}: SharedScenario): Markup {
  const names = namesOf(tables);
  const money = moneyIn(currency);
  const titleOf = ({ step }: Table) => {
    const done = steps[step - 1];
    if (!done) return as_of === null ? say`At the start` : say`At the start, ${day(as_of)}`;
    return say`${step}. After ${done.name || (KINDS[done.kind] ?? done.kind)}`;
  };
  return html`<p class="quiet">${company}</p>
    <h1>${name}</h1>
    <p class="quiet">
      ${say`A model, shared on ${day(shared_at)}; the link ends on ${day(expires_at)}. Nothing here is an offer or part of the company’s records.`}
    </p>
    <p class="no-print"><button type="button" class="btn" id="print">${say`Print`}</button></p>
    ${notes.map((note) => html`<p>${note}</p>`)} ${waterfalls.map((exit) => exitMarkup(exit, names, money))}
    ${tables
      .filter(({ step }) => steps[step - 1]?.kind !== 'exit')
      .toReversed()
      .map((table) => tableMarkup(table, titleOf(table), names, money))}`;
}

/** Of classes, convertibles, and the options and warrants together. */
function namesOf(tables: readonly Table[]): ReadonlyMap<string, string> {
  return new Map([
    ['options', say`Options`],
    ['warrants', say`Warrants`],
    ...tables.flatMap(({ convertibles }) => convertibles.map(({ id, name }) => [id, name] as const)),
    ...tables.flatMap(({ classes }) => classes.map(({ share_class_id, name }) => [share_class_id, name] as const)),
  ]);
}

function tableMarkup(
  { rows, total, round }: Table,
  title: string,
  names: ReadonlyMap<string, string>,
  money: Money,
): Markup {
  const whole = decimal(total);
  const part = (own: string) => figures(whole === 0n ? '0.00' : percentage(decimal(own), whole, 2));
  return html`<section>
    <h2>${title}</h2>
    ${
      round &&
      html`<p class="quiet">
        ${say`${names.get(round.share_class_id) ?? say`New shares`} at ${money(round.price, 'price')} a share: ${money(round.new_money)} of new money, ${money(round.pre_money)} before it and ${money(round.post_money)} after it.`}
      </p>`
    }
    <table>
      <thead>
        <tr>
          <th scope="col">${say`Holder`}</th>
          <th scope="col">${say`Shares`}</th>
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, total: own }) =>
            html`<tr>
              <td>${name}</td>
              <td>${grouped(decimal(own))}</td>
              <td>${part(own)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <td>${say`All shares, fully diluted`}</td>
          <td>${grouped(whole)}</td>
          <td>${figures(whole === 0n ? '0.00' : '100.00')}</td>
        </tr>
      </tfoot>
    </table>
  </section>`;
}

function exitMarkup({ proceeds, net, paid: by_class }: Exit, names: ReadonlyMap<string, string>, money: Money): Markup {
  const paid = Object.entries(by_class).filter(([, amount]) => decimal(amount) > 0n);
  return html`<section>
    <h2>${say`An exit at ${money(proceeds)}`}</h2>
    ${net !== proceeds && html`<p class="quiet">${say`${money(net)} after costs and debt.`}</p>`}
    <table>
      <thead>
        <tr>
          <th scope="col">${say`Class`}</th>
          <th scope="col">${say`Paid`}</th>
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        ${paid.map(
          ([id, amount]) =>
            html`<tr>
              <td>${names.get(id) ?? id}</td>
              <td>${money(amount)}</td>
              <td>${figures(percentage(decimal(amount), decimal(net), 2))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
