// The tax number and bank account of a holder: the last characters, why they are asked for, and a change that waits.
import { inSentence } from '#src/words/inSentence.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { lazy, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { countryName } from '#src/domain/countries.ts';
import { administrators, editors, isHolder } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { lawfulVerbs, sentenceIn } from '#src/resources/kit/verb.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { formatCompanyDay, formatInstant } from '#src/admin/kit/format.ts';
import { Card, Unknown } from '#src/admin/kit/parts/Card.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import { writerOf } from '#src/admin/kit/verbs/writer.ts';
import { useOpenVerb } from '#src/admin/kit/verbs/useOpenVerb.ts';
import { ENTER } from '../shared/missingDetailWords.ts';
import { detailLabels } from './secretDetails.ts';
import type { Detail } from './secretDetails.ts';
import { profileInWords, TaxFormLine } from './TaxFormLine.tsx';
import styles from './shareholders.module.css';

const DetailDialog = lazy(() => import('./DetailDialog.tsx'));
const TaxProfileDialog = lazy(() => import('./TaxProfileDialog.tsx'));
const TaxFormDialog = lazy(() => import('./TaxFormDialog.tsx'));
const RevealDialog = lazy(() => import('./RevealDialog.tsx'));
const VerbDialog = lazy(async () => ({ default: (await import('#src/admin/kit/verbs/VerbDialog.tsx')).VerbDialog }));

type Open = { does: 'change' | 'reveal'; detail: Detail } | { does: 'sign' } | { does: 'profile' } | null;

interface TaxAndBankProps {
  resource: Resource;
  record: ShareholderPage;
}

export default function TaxAndBank({ resource, record }: TaxAndBankProps) {
  const role = useRole();
  const [search, setSearch] = useSearchParams();
  const isOwn = isHolder(role);
  // What waits for the holder leads here, to be done at once.
  const [open, setOpen] = useState<Open>(() => (isOwn ? openedBy(search.get(ENTER), record) : null));
  const close = () => {
    setOpen(null);
    if (!search.has(ENTER)) return;
    const rest = new URLSearchParams(search);
    rest.delete(ENTER);
    setSearch(rest, { replace: true });
  };
  return (
    <Card title={say`Tax and bank`} about={isOwn ? OWN : OTHERS}>
      <dl className={styles.details}>
        {(['tax_id', 'bank_account'] as const).map((detail) => (
          <Line
            key={detail}
            detail={detail}
            last4={record[`${detail}_last4`] ?? null}
            mayReveal={administrators.includes(role)}
            onOpen={(does) => setOpen({ does, detail })}
          />
        ))}
        <TaxFormLine
          record={record}
          mayEnter={editors.includes(role)}
          onSign={() => setOpen({ does: 'sign' })}
          onEnter={() => setOpen({ does: 'profile' })}
        />
      </dl>
      <Waiting record={record} />
      <BankChange resource={resource} record={record} />
      <TaxChange resource={resource} record={record} />
      <CountryChange resource={resource} record={record} />
      {open && (
        <LazyPart what={say`The dialog`} onClose={close}>
          {open.does === 'sign' ? (
            <TaxFormDialog record={record} onClose={close} />
          ) : open.does === 'profile' ? (
            <TaxProfileDialog record={record} onClose={close} />
          ) : open.does === 'change' ? (
            <DetailDialog record={record} detail={open.detail} isOwn={isOwn} onClose={close} />
          ) : (
            <RevealDialog record={record} detail={open.detail} onClose={close} />
          )}
        </LazyPart>
      )}
    </Card>
  );
}

function openedBy(asked: string | null, { may_sign_tax_form: maySign }: ShareholderPage): Open {
  if (asked === 'tax_form') return maySign ? { does: 'sign' } : null;
  return asked === 'bank_details' ? { does: 'change', detail: 'bank_account' } : null;
}

const OWN = say`Your tax number and tax form are needed to report what you are paid and to withhold the right tax, your bank account to pay you. The numbers are stored encrypted. Only owners and administrators of the company can read them and the form in full, and you see below when they read a number.`;
const OTHERS = say`Needed to report, to withhold tax and to make payments. The numbers are stored encrypted: only owners and administrators can read them and the signed form in full, and the holder sees when they read a number.`;

interface LineProps {
  detail: Detail;
  last4: string | null;
  mayReveal: boolean;
  onOpen: (does: 'change' | 'reveal') => void;
}

function Line({ detail, last4, mayReveal, onOpen }: LineProps) {
  const label = detailLabels[detail];
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {last4 === null ? (
          <Unknown />
        ) : (
          <>
            <span aria-hidden="true">•••• </span>
            <span className="vh">{say`ending in`} </span>
            {last4}
          </>
        )}
      </dd>
      <dd className={styles.detailActs}>
        {last4 !== null && mayReveal && (
          <button
            type="button"
            className="btn small"
            aria-label={say`Show the ${inSentence(label)}`}
            onClick={() => onOpen('reveal')}
          >
            {say`Show`}
          </button>
        )}
        <button
          type="button"
          className="btn small"
          aria-label={say`${last4 === null ? say`Enter` : say`Change`} the ${inSentence(label)}`}
          onClick={() => onOpen('change')}
        >
          {last4 === null ? say`Enter` : say`Change`}
        </button>
      </dd>
    </div>
  );
}

/** Payments wait after a change or removal. */
function Waiting({ record }: { record: ShareholderPage }) {
  if (!record.bank_account_counts_from) return null;
  return (
    <p className="alert info">
      <span>
        {sayAround`The account was ${record.bank_account_last4 === null ? say`removed` : say`changed`}. Payments to this holder can be started from ${formatInstant(record.bank_account_counts_from)} on.`}
      </span>
    </p>
  );
}

/** Verbs of what waits, in its note. */
function NoteVerbs({ resource, record, verbs }: TaxAndBankProps & { verbs: readonly Verb[] }) {
  const [verb, setVerb] = useOpenVerb(resource, record, verbs);
  return (
    <>
      {verbs.length > 0 && (
        <div className={styles.changeActs}>
          {verbs.map((each) => (
            <button
              key={each.name}
              type="button"
              className={each.destructive ? 'btn small' : 'btn small primary'}
              onClick={() => setVerb(each)}
            >
              {sentenceIn(each.label, record, writerOf(record))}
            </button>
          ))}
        </div>
      )}
      {verb && (
        <LazyPart what={say`The dialog`} onClose={() => setVerb(null)}>
          <VerbDialog resource={resource} record={record} verb={verb} onClose={() => setVerb(null)} />
        </LazyPart>
      )}
    </>
  );
}

const useVerbsOf = ({ resource, record }: TaxAndBankProps, prefix: string): Verb[] => {
  const role = useRole();
  return lawfulVerbs(verbsOf(resource.name), record, role).filter(({ name }) => name.startsWith(prefix));
};

function BankChange({ resource, record }: TaxAndBankProps) {
  const verbs = useVerbsOf({ resource, record }, 'bank-change/');
  const change = record.bank_change;
  if (!change) return null;
  return (
    <div className="alert warning" role="note">
      <div>
        <p>
          {sayAround`A new account ending in ${(<b>{change.last4}</b>)} was entered by ${byWhom(change)} on ${formatCompanyDay(change.at)}. ${
            verbs.some(({ name }) => name === 'bank-change/approve')
              ? say`Ask the holder by phone or in person before you approve it.`
              : say`An administrator who did not enter it decides. Until then nothing changes.`
          }`}
        </p>
        <NoteVerbs resource={resource} record={record} verbs={verbs} />
      </div>
    </div>
  );
}

const byWhom = ({ by }: { by: string }) => (by === 'You' ? say`you` : by);

/** What the holder said about tax, which the company has not confirmed. */
function TaxChange({ resource, record }: TaxAndBankProps) {
  const verbs = useVerbsOf({ resource, record }, 'tax-profile/');
  const { tax_profile: profile, tax_profile_change: change } = record;
  const isUnconfirmed = Boolean(profile?.form) && profile!.confirmed_at === null;
  if (!change && !(isUnconfirmed && verbs.length > 0)) return null;
  return (
    <div className="alert warning" role="note">
      <div>
        {change ? (
          <p>
            {change.profile ? <b>{profileInWords(change.profile)}</b> : <b>{say`Removal of the tax profile`}</b>}
            {verbs.length > 0
              ? say`: sent by ${byWhom(change)} on ${formatCompanyDay(change.at)}. Until you confirm it, the confirmed profile above counts.`
              : say`: sent by ${byWhom(change)} on ${formatCompanyDay(change.at)}. Until the company confirms it, the confirmed profile above counts.`}
          </p>
        ) : (
          <p>{say`The tax form does not count until you confirm it.`}</p>
        )}
        <NoteVerbs resource={resource} record={record} verbs={verbs} />
      </div>
    </div>
  );
}

/** The country of the address that the holder entered, while another counts for tax. */
function CountryChange({ resource, record }: TaxAndBankProps) {
  const verbs = useVerbsOf({ resource, record }, 'country/');
  const change = record.country_change;
  if (!change) return null;
  const said =
    typeof record.country === 'string' && record.country !== '' ? countryName(record.country) : say`no country`;
  const counting = change.counts === null ? say`no country` : countryName(change.counts);
  return (
    <div className="alert warning" role="note">
      <div>
        <p>
          {sayAround`The country of the address is ${(<b>{said}</b>)} since ${formatCompanyDay(change.at)}, entered by ${byWhom(change)}.`}{' '}
          {verbs.length > 0
            ? say`For tax, ${counting} counts until you confirm it.`
            : say`For tax, ${counting} counts until the company confirms it.`}
        </p>
        <NoteVerbs resource={resource} record={record} verbs={verbs} />
      </div>
    </div>
  );
}
