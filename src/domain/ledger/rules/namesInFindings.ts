// Replaces ids in findings by certificate numbers and names, which the reader knows.
import { idOf, textOf, typeOf } from '../core/fields.ts';
import { withSubject } from '../core/names.ts';
import { objectWord } from '../core/objectWords.ts';
import type { LedgerState } from '../core/state.ts';
import type { Finding, OcfObject } from '../core/types.ts';

/** For all findings of a package, including those made before its objects were read. */
export function withNames(findings: readonly Finding[], objects: readonly OcfObject[], state: LedgerState): Finding[] {
  const keyOf = (type: string, id: string) => `${type} ${id}`;
  const asked = new Set(findings.map(({ object_type, object_id }) => keyOf(object_type, object_id)));
  const about = new Map(
    objects.flatMap((each) => {
      const key = keyOf(typeOf(each), idOf(each));
      return asked.has(key) ? [[key, each] as const] : [];
    }),
  );
  const numbers = findings.some(({ message }) => NEVER_ISSUED.test(message))
    ? numbersOf(objects)
    : new Map<string, string>();
  return findings.map((finding) => {
    const { object_type, object_id } = finding;
    const object = about.get(keyOf(object_type, object_id));
    const message = finding.message.replace(NEVER_ISSUED, (said, id: string, rest: string) =>
      numbers.has(id) ? `${numbers.get(id)}${rest}` : said,
    );
    return { ...finding, message: object ? withSubject(state, objectWord(object_type), object, message) : message };
  });
}

/** An issuance without effect, such as one without a holder, still gives the number of its security. */
const NEVER_ISSUED = /\bsecurity (\S+?)((?:, which)? is never issued)/;

function numbersOf(objects: readonly OcfObject[]): Map<string, string> {
  return new Map(
    objects.flatMap((each) => {
      const [id, number] = [textOf(each, 'security_id'), textOf(each, 'custom_id')];
      return id !== null && number ? [[id, number] as const] : [];
    }),
  );
}
