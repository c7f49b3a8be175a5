// A calculator's page as HTML: the form, its rows, and the results. The build writes it with the example; the browser writes it
// again as figures change.
import { figures } from '../words/figures.ts';
import { say } from '../words/say.ts';
import { plural } from '../domain/plural.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';
import { ROWS_MAX } from './tool.ts';
import type { Column, List, Result, Row, Table, Tool, ToolState } from './tool.ts';

export const formMarkup = (tool: Tool, { fields, rows }: ToolState): Markup => html`
  <div class="tool-fields">${tool.fields.map((column) => fieldMarkup(column.name, column, fields))}</div>
  ${tool.lists.map((list) => listMarkup(list, rows[list.name] ?? []))}
`;

function fieldMarkup(name: string, column: Column, row: Row): Markup {
  const { label, kind, choices, help, optional } = column;
  const value = asShown(column, row[column.name] ?? '');
  const described = `${name}-wrong${help ? ` ${name}-help` : ''}`;
  const box =
    kind === 'choice'
      ? html`<select class="input" id="${name}" name="${name}" aria-describedby="${described}">
          ${choices!.map(
            ([word, text]) => html`<option value="${word}" ${word === value ? html`selected` : null}>${text}</option>`,
          )}
        </select>`
      : html`<input
          class="input"
          id="${name}"
          name="${name}"
          value="${value}"
          maxlength="60"
          autocomplete="off"
          ${kind === 'text' ? null : kind === 'date' ? html`type="date"` : html`inputmode="decimal"`}
          aria-describedby="${described}"
        />`;
  return html`<div class="field">
    <label for="${name}">${label}${optional ? html` <span class="quiet">${say`(optional)`}</span>` : null}</label>
    ${box}
    <p class="wrong" id="${name}-wrong" hidden></p>
    ${help ? html`<p class="help" id="${name}-help">${help}</p>` : null}
  </div>`;
}

/** What is kept has a point before decimals, so that a link says the same in every language. It turns what is typed into that too. */
export const asShown = ({ kind }: Pick<Column, 'kind'>, text: string): string =>
  kind === 'text' || kind === 'choice' || kind === 'date' ? text : figures(text);

const listMarkup = ({ name, title, one, add, columns }: List, rows: readonly Row[]): Markup => html`
  <section class="tool-list" aria-labelledby="${name}-title">
    <h2 id="${name}-title">${title}</h2>
    <p class="wrong" id="${name}-wrong" hidden></p>
    ${rows.map(
      (row, index) =>
        html`<fieldset class="tool-row">
          <legend class="hidden-text">${`${one} ${index + 1}`}</legend>
          ${columns
            .filter(({ when }) => when?.(row) ?? true)
            .map((column) => fieldMarkup(`${name}.${index}.${column.name}`, column, row))}
          <button
            type="button"
            class="btn sm"
            data-remove="${name}"
            data-index="${index}"
            aria-label="${say`Remove ${one} ${index + 1}`}"
          >
            ${say`Remove`}
          </button>
        </fieldset>`,
    )}
    <button type="button" class="btn" data-add="${name}" ${rows.length >= ROWS_MAX ? html`disabled` : null}>
      ${add}
    </button>
  </section>
`;

export const resultMarkup = ({ lines, tables }: Result): Markup => html`
  <dl class="tool-lines">
    ${lines.map(
      ({ label, value, how }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>
            <strong>${value}</strong>
            <p class="how">${how}</p>
          </dd>
        </div>`,
    )}
  </dl>
  ${tables.map(tableMarkup)}
`;

function tableMarkup({ caption, heads, rows, hasTotal }: Table): Markup {
  const last = rows.length - 1;
  return html`<table class="tool-table">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head, place) =>
          head === ''
            ? html`<td></td>`
            : html`<th scope="col" ${place > 0 && hasTotal ? html`class="right"` : null}>${head}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([first = '', ...rest], index) =>
          html`<tr ${hasTotal && index === last ? html`class="sum"` : null}>
            <th scope="row">${first}</th>
            ${rest.map((cell) => html`<td ${hasTotal ? html`class="right"` : null}>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export const faultMarkup = (count: number): Markup =>
  html`<p class="alert alert-error" role="alert">
    ${say`${plural(count, say`figure`, say`figures`)} to correct, each marked in the form. Then the result is shown again.`}
  </p>`;
