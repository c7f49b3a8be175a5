// What counsel asks of every issuance, all of it optional: the exemption from registration, what was paid, who approved it and when.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { date, text } from '../kit/fields.ts';
import type { Fields } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { isoDate, plainText } from '../kit/validation.ts';
import { part } from './issuance.ts';
import type { Typed } from './issuance.ts';

const MOST_EXEMPTIONS = 10;

export const counselFields = {
  board_approval_date: date({ label: say`Board approval` }),
  stockholder_approval_date: date({ label: say`Stockholder approval` }),
};

const exemptions = z
  .array(
    z.strictObject({
      description: plainText(limits.exemption).min(1, say`Such as "Rule 701".`),
      jurisdiction: plainText(limits.jurisdiction).min(1, say`Such as "US" or "US-CA".`),
    }),
    say`A list of exemptions, each with description and jurisdiction.`,
  )
  .max(20, say`At most 20.`)
  .nullish();

export const counselParts = {
  // The form asks for one line; a body may have several.
  consideration_text: part(plainText(limits.remark).nullish(), ({ consideration_text }) => consideration_text),
  security_law_exemptions: part(exemptions, (typed) => {
    const given = exemptionNames(typed)
      .map(([exemption, jurisdiction]) => ({
        description: typed[exemption],
        jurisdiction: typed[jurisdiction] ?? '',
      }))
      .filter(({ description }) => typeof description === 'string' && description.trim() !== '');
    return given.length > 0 ? given : undefined;
  }),
};

/** The same for the body of a command that issues stock along with something else. */
export const counselShape = {
  consideration_text: counselParts.consideration_text.schema,
  board_approval_date: isoDate.nullish(),
  stockholder_approval_date: isoDate.nullish(),
  security_law_exemptions: counselParts.security_law_exemptions.schema,
};

export const exemptionCount = ({ exemptions: count }: Typed): number =>
  Math.min(typeof count === 'number' && count > 0 ? count : 1, MOST_EXEMPTIONS);
export const mayAddExemption = (typed: Typed): boolean => exemptionCount(typed) < MOST_EXEMPTIONS;
const exemptionNames = (typed: Typed) =>
  Array.from(
    { length: exemptionCount(typed) },
    (_, index) => [`exemption_${index + 1}`, `jurisdiction_${index + 1}`] as const,
  );

export function counselInputs(typed: Typed): Fields {
  const words = (label: string, index: number, help: string) =>
    index === 0 ? { label, help } : { label: `${label} ${index + 1}` };
  const exemptionInputs: Fields = Object.fromEntries(
    exemptionNames(typed).flatMap(([exemption, jurisdiction], index) => [
      [
        exemption,
        text({
          max: limits.exemption,
          ...words(say`Securities exemption`, index, say`Such as "Rule 701" or "Regulation D, 506(b)".`),
        }),
      ],
      [jurisdiction, text({ max: limits.jurisdiction, ...words(say`Jurisdiction`, index, say`Such as US or US-CA.`) })],
    ]),
  );
  const consideration_text = text({
    max: limits.remark,
    label: say`Consideration`,
    help: say`Describe what is given for it.`,
  });
  return { ...exemptionInputs, consideration_text };
}

/** Where the form shows the buttons that add and remove an exemption. */
export const EXEMPTION_BUTTONS = '@exemptions';
/** Where the form takes files. */
export const FILES = '@files';

export const counselRows = (typed: Typed): string[][] => [
  ['board_approval_date', 'stockholder_approval_date'],
  ...exemptionNames(typed).map((names) => [...names]),
  [EXEMPTION_BUTTONS],
  ['consideration_text'],
];
export const fileRows: string[][] = [[`+${say`Documents`}`], [FILES]];

/** The second exemption's description is the input `exemption_2`. */
export function counselInputOf(member: string): string | undefined {
  const [, index, name] = /^security_law_exemptions\.(\d+)\.(description|jurisdiction)$/.exec(member) ?? [];
  if (index === undefined) return undefined;
  return `${name === 'description' ? 'exemption' : 'jurisdiction'}_${Number(index) + 1}`;
}
