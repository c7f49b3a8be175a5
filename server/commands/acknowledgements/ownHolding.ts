// The holding that a holder confirms or disputes: their own, and held today.
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { grants } from '#src/resources/grants.ts';
import { warrants } from '#src/resources/warrants.ts';
import type { Acknowledged } from '#src/resources/acknowledgements.ts';
import { verbNamed } from '#src/resources/verbs/index.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { RecordOf, Resource } from '#src/resources/kit/defineResource.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { conflict, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { lockAnswers } from './said.ts';

const RESOURCES = { certificates, grants, convertibles, warrants } satisfies Record<Acknowledged, Resource>;

type Acknowledgeable = (typeof RESOURCES)[Acknowledged];

export interface OwnHolding {
  record: RecordOf<Acknowledgeable>;
  /** The security's number, such as "CS-4". */
  number: string;
  /** The kind and the number, such as "Certificate CS-4". */
  name: string;
  holder: string;
}

/** Takes the lock on the holding's answers. Refuses: forbidden (403), not_found (404), not_active (409). */
export async function ownHolding(context: CommandContext, kind: Acknowledged, id: string): Promise<OwnHolding> {
  const verb = verbNamed(`${kind}.agree`);
  const resource = RESOURCES[kind];
  const record = await findRecord<Acknowledgeable['fields']>(context.tx, context.actor, resource, id, today(context));
  if (!record) throw notFound();
  const shown: Row = record;
  const number = shortened(String(shown[resource.title] || record.id), NUMBER_MAX);
  if (!verb.from!.includes(record.status))
    throw conflict(
      'not_active',
      `${number} is ${wordOf(resource.fields.status, record.status).toLowerCase()}: you can confirm or dispute only what you hold today. Write to the company under Messages.`,
    );
  await lockAnswers(context, id);
  const singular = resource.singular;
  return {
    record,
    number,
    name: `${singular.charAt(0).toUpperCase()}${singular.slice(1)} ${number}`,
    holder: shortened(record.shareholder, HOLDER_MAX),
  };
}

/** Subjects and titles are one line of at most 200 characters; imported numbers and names may be longer. */
const NUMBER_MAX = 60;
const HOLDER_MAX = 80;

function shortened(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
