// Creates the sample company with the commands a user has, in one transaction, once, in an empty installation.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDemoAccounts, DEMO_PASSWORD, demoPasswordHash } from '#server/auth/demoAccount.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { saveSetup } from '../setup/setup.ts';
import { createShareClass } from '../shareClasses/shareClasses.ts';
import { createShareholder } from '../shareholders/shareholders.ts';
import { tellAnswers } from './answerStory.ts';
import { tellBoard } from './boardStory.ts';
import { classes, company, holders, staff } from './company.ts';
import { tellDistributions } from './distributionStory.ts';
import { stockActs } from './ledgerStory.ts';
import type { StoredFile } from '../core/files.ts';
import { storePapers, tellOffice } from './officeStory.ts';
import { tellScenarios } from './scenarioStory.ts';
import { securityActs } from './securityStory.ts';
import { daysFrom } from './story.ts';
import type { Person, Story } from './story.ts';

/** Once for each DATA_DIR, and only while nobody has an account. Prints how to sign in whenever the sample exists. */
export async function seedDemo(deps: Deps, say: (line: string) => void): Promise<void> {
  const marker = join(deps.config.dataDir, 'sample-company');
  const isEmpty = await deps.db.system(
    async (tx) => (await tx.row<{ is: boolean }>('select is_empty_installation() as is'))!.is,
  );
  if (isEmpty && !existsSync(marker)) {
    say('Making the sample company (once)');
    const org = deps.newId();
    const stored = await storePapers(deps, org);
    const passwordHash = await demoPasswordHash();
    await deps.db.system((tx) => tell(tx, deps, org, stored, passwordHash));
    writeFileSync(marker, `${deps.now().toISOString()}\n`, { mode: 0o600 });
  }
  const there = await deps.db.system((tx) => tx.row<{ email: string | null }>('select sample_person() as email'));
  if (there?.email)
    say(
      `Sample company ${company.client_display_name}: sign in as ${there.email} with the password ${DEMO_PASSWORD} (no code needed)`,
    );
}

async function tell(
  tx: Tx,
  deps: Deps,
  org: string,
  stored: readonly StoredFile[],
  passwordHash: string,
): Promise<void> {
  const today = deps.now().toISOString().slice(0, 10);
  const people = Object.keys(staff) as Person[];
  const accountIds = Object.fromEntries(people.map((person) => [person, deps.newId()])) as Record<Person, string>;
  await createDemoAccounts(
    tx,
    people.map((person) => ({ ...staff[person], id: accountIds[person] })),
    passwordHash,
  );
  await tx.rows('select create_organization($1, $2, $3, $4, $5, true)', [
    org,
    deps.newId(),
    company.client_name,
    company.client_display_name,
    accountIds.mara,
  ]);
  await tx.rows('select add_sample_member($1, $2, $3, $4, null)', [org, deps.newId(), accountIds.daniel, 'admin']);
  const clockOf = clocks();
  const story: Story = {
    tx,
    org,
    holderIds: {},
    classIds: {},
    accountIds,
    day: daysFrom(today),
    async as(person, day) {
      const isHolder = staff[person].role === 'shareholder';
      const role = isHolder ? 'shareholder' : staff[person].role === 'owner' ? 'owner' : 'admin';
      const shareholder_id = isHolder ? (story.holderIds[person] ?? null) : null;
      await tx.rows('select app_begin_sample($1, $2)', [org, accountIds[person]]);
      const actor = {
        account_id: accountIds[person],
        org_id: org,
        role,
        membership_status: 'active',
        shareholder_id,
      } as const;
      return { tx, actor, deps: { ...deps, now: clockOf(day) } };
    },
  };
  const founded = story.day([0, company.formed]);
  const context = await story.as('mara', founded);
  await tx.write(
    'update organization set legal_name = $2, formation_date = $3, country = $4, time_zone = $5 where id = $1',
    [
      org,
      company.legal_name,
      founded,
      company.country,
      // The story's days are UTC, whatever the viewer's time zone.
      'UTC',
    ],
  );
  await saveSetup(context, { dismissed: true });
  for (const [key, names] of Object.entries(holders))
    story.holderIds[key] = await createShareholder(context, holderOf(key, names));
  for (const [key, values] of Object.entries(classes)) {
    const converts = 'conversion_ratio' in values ? { converts_to_share_class_id: story.classIds.common } : {};
    story.classIds[key] = await createShareClass(context, { ...values, ...converts });
  }
  for (const person of people.filter((each) => staff[each].role === 'shareholder'))
    await tx.rows('select add_sample_member($1, $2, $3, $4, $5)', [
      org,
      deps.newId(),
      accountIds[person],
      'shareholder',
      story.holderIds[person],
    ]);
  // One ledger, one order: entries are recorded in the order of their days, whichever part creates them.
  const acts = [...stockActs(story), ...securityActs(story)];
  for (const { tell } of acts.sort((left, right) => compareDays(left.date, right.date))) await tell();
  await tellBoard(story);
  await tellDistributions(story);
  await markRead(story, today);
  await tellOffice(story, stored);
  await tellAnswers(story);
  await tellScenarios(story);
  await tx.rows('select request_to_join($1, $2, $3, $4, null)', [
    deps.newId(),
    deps.newId(),
    company.client_name,
    accountIds.ines,
  ]);
}

/** What the years before brought is read; under the bell is left what the office wrote lately. */
async function markRead(story: Story, today: string): Promise<void> {
  for (const person of (Object.keys(staff) as Person[]).filter((each) => staff[each].role !== 'pending')) {
    await story.as(person, today);
    await story.tx.rows('select read_notices(null)');
  }
}

function holderOf(key: string, names: readonly string[]) {
  const email = key === 'grace' ? staff.grace.email : `${key}@holders.example`;
  if (names.length === 2) return { type: 'entity', entity_name: names[0], relationship: names[1], email };
  return { type: 'individual', first_name: names[0], last_name: names[1], relationship: names[2], email };
}

const compareDays = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

// Each reading of the clock on a day is one second after the one before, so that histories are in order; one action
// keeps one instant.
function clocks(): (day: string) => () => Date {
  const seconds = new Map<string, number>();
  return (day) => () => {
    const second = seconds.get(day) ?? 0;
    seconds.set(day, second + 1);
    return new Date(Date.parse(`${day}T14:00:00Z`) + second * 1000);
  };
}
