// The phone number of another country: its country by name, and its number in any form. Only a number that exists is given on.
import { say } from '#src/words/say.ts';
import { useEffect, useRef, useState } from 'react';
import { countriesInSentence, countryInSentence } from '#src/domain/countries.ts';
import { phoneTypedLength } from '#src/domain/phone.ts';
import { readConfig } from '../authApi.ts';
import type { PhoneEntryProps } from './phoneLook.ts';
import { countryTyped, phoneCountries, phoneFrom, readPhone } from './phonesElsewhere.ts';
import type { ReadPhone } from './phonesElsewhere.ts';

/** The countries to which codes are sent; null: all, or not known yet. The server decides again. */
function useOpenCountries(): readonly string[] | null {
  const [open, setOpen] = useState<readonly string[] | null>(null);
  useEffect(() => {
    readConfig().then(
      (config) => setOpen(config.sms_countries ?? null),
      (error: unknown) => console.error('The countries of codes could not be read', error),
    );
  }, []);
  return open;
}

export default function PhoneElsewhere(props: PhoneEntryProps & { typed: string }) {
  const { typed, onChange, disabled, wrong, look, label } = props;
  const open = useOpenCountries();
  const [entered, setEntered] = useState(() => phoneFrom(typed));
  const [isLeft, setLeft] = useState(false);
  const { country, number } = entered;
  const read = readPhone(number, country);
  const closed = open !== null && country !== '' && !open.includes(country);
  const wire = closed || (open !== null && !read.isValid) ? null : read.wire;

  // Also when it becomes known which countries are open.
  const given = useRef(onChange);
  useEffect(() => {
    given.current = onChange;
  });
  useEffect(() => given.current(wire ?? ''), [wire]);

  const take = (changed: Partial<typeof entered>) => {
    const next = { ...entered, ...changed };
    const named = changed.number === undefined ? '' : countryTyped(changed.number);
    setEntered(named === '' ? next : { ...next, country: named });
  };
  const problem = number === '' || country === '' || !isLeft ? undefined : problemOf(country, read);
  return (
    <>
      <look.Choice
        label={say`Country of Your Number`}
        name="phone_country"
        value={country}
        onChange={(chosen) => take({ country: chosen, ...(countryTyped(number) === '' ? {} : { number: '' }) })}
        disabled={disabled}
        wrong={closed ? closedWords(country, open) : undefined}
        help={open === null ? undefined : say`Codes are sent to numbers from ${countriesInSentence(open)}.`}
      >
        <option value="">{say`Choose…`}</option>
        {phoneCountries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </look.Choice>
      <look.Box
        label={label}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={phoneTypedLength}
        value={number}
        onChange={(text) => take({ number: text })}
        onBlur={() => setLeft(true)}
        disabled={disabled}
        wrong={wrong ?? (closed ? undefined : problem)}
        help={
          wire && !problem
            ? say`Sign-in codes are sent to ${read.shown}.`
            : say`A mobile number. Sign-in codes are sent to it.`
        }
      />
    </>
  );
}

/** A driver that sends nothing takes also what no country gives out. */
const problemOf = (country: string, read: ReadPhone) =>
  read.isValid
    ? undefined
    : say`This ${read.wire ? say`does not seem to be` : say`is not`} a phone number of ${countryInSentence(country)}. Check its digits.`;

const closedWords = (country: string, open: readonly string[]) =>
  say`Codes are not sent to ${countryInSentence(country)}, only to ${countriesInSentence(open)}. Ask the operator of Sharebook at ${window.location.host} to add ${countryInSentence(country)}.`;
