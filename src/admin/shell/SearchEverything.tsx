// The search over everything: records that the server finds, and the pages and actions of the menu. Opened by Ctrl+K or the bar.
import { say } from '#src/words/say.ts';
import useAutocomplete from '@mui/material/useAutocomplete';
import Dialog from '@mui/material/Dialog';
import { useEffect, useState } from 'react';
import type { InputHTMLAttributes, KeyboardEvent, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FoundRecord } from '#src/contract/search.ts';
import { searchLimits } from '#src/domain/search/limits.ts';
import { meets, NOTHING, wordsOf } from '#src/domain/search/words.ts';
import { heads } from '#src/resources/heads/heads.ts';
import { can, isHolder } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { withDays } from '../kit/format.ts';
import { Icon, isIconName } from '../kit/icons.tsx';
import type { IconName } from '../kit/icons.tsx';
import { sentenceOf } from '../kit/parts/states.tsx';
import { Themed } from '../kit/parts/Themed.tsx';
import { createPath, showPath } from '../paths.ts';
import { useRole } from '../session/useMe.ts';
import { useRead } from '../session/useRead.ts';
import { menuEntries } from './menuEntries.ts';
import { you } from './youPages.ts';
import styles from './SearchEverything.module.css';

interface Choice {
  group: string;
  key: string;
  title: string;
  subtitle: string;
  icon: IconName;
  to: string;
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref: RefObject<HTMLInputElement | null> };

/** The last letter typed is waited for so long before the server is asked. */
const PAUSE_MS = 120;

export default function SearchEverything({ onClose }: { onClose: () => void }) {
  return (
    <Themed>
      <Dialog
        open
        onClose={onClose}
        scroll="body"
        className={styles.dialog}
        slotProps={{ paper: { 'aria-label': say`Search` } }}
      >
        <Search onClose={onClose} />
      </Dialog>
    </Themed>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const role = useRole();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const asked = usePaused(typed.trim());
  const { data, error, isFetching } = useRead<FoundRecord[]>(
    asked.length < searchLimits.least ? null : `/api/search?q=${encodeURIComponent(asked)}`,
    5_000,
  );
  const isWaiting = isFetching || asked !== typed.trim();
  /** Enter was pressed before the answer to what is typed: the first that comes is opened. */
  const [isHurried, setHurried] = useState(false);
  const choices = [...(data ?? []).map(choiceOf), ...placesOf(role, typed)];
  const open = ({ to }: Choice) => {
    onClose();
    void navigate(to);
  };
  const [first] = choices;
  useEffect(() => {
    if (isHurried && !isWaiting && first) open(first);
  });
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete<Choice>({
    id: 'search-everything',
    open: true,
    options: choices,
    value: null,
    inputValue: typed,
    // The server has searched already, and `placesOf` has.
    filterOptions: (all) => all,
    groupBy: ({ group }) => group,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ key }) => key,
    isOptionEqualToValue: (one, other) => one.key === other.key,
    autoHighlight: true,
    onInputChange: (_, text, reason) => {
      if (reason !== 'input') return;
      setTyped(text);
      setHurried(false);
    },
    onChange: (_, choice) => choice && open(choice),
  });
  const { ref, ...inputProps } = getInputProps() as InputProps;
  // The dialog would focus itself.
  useEffect(() => ref.current?.focus(), [ref]);
  const groups = groupedOptions as { key: number; index: number; group: string; options: Choice[] }[];
  return (
    <>
      <div {...getRootProps()} className={styles.search}>
        <Icon name="search" />
        <input
          {...inputProps}
          ref={ref}
          className={styles.input}
          type="text"
          aria-label={say`Search everything`}
          aria-describedby="search-says"
          placeholder={say`People, numbers, amounts, documents, pages`}
          maxLength={searchLimits.longest}
          onKeyDown={(event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
            if (event.key === 'Escape') onClose();
            if (event.key !== 'Enter' || !isWaiting) return;
            event.defaultMuiPrevented = true;
            event.preventDefault();
            event.stopPropagation();
            setHurried(true);
          }}
        />
        <kbd aria-hidden="true">{say`Esc`}</kbd>
      </div>
      <output className={styles.says} id="search-says">
        {error ? sentenceOf(error) : saidOf(typed.trim(), isWaiting, choices.length)}
      </output>
      <ul {...getListboxProps()} aria-label={say`Found`} className={styles.list}>
        {groups.map(({ key, index, group, options }) => (
          <li key={key} role="presentation">
            <p className={styles.group} role="presentation">
              {group}
            </p>
            <ul role="presentation">
              {options.map((choice, at) => (
                <li
                  {...getOptionProps({ option: choice, index: index + at })}
                  key={choice.key}
                  className={styles.choice}
                >
                  <Icon name={choice.icon} />
                  <span className={styles.words}>
                    <b>{choice.title}</b>
                    {choice.subtitle !== '' && <span>{choice.subtitle}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function saidOf(typed: string, isWaiting: boolean, found: number): string {
  if (typed.length < searchLimits.least) return say`Type two letters or more.`;
  if (found > 0) return '';
  return isWaiting ? say`Searching…` : say`Nothing matches. Try fewer letters, or the number alone.`;
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The contract names messages by their address. */
const LISTS: Readonly<Record<string, string>> = { threads: 'messages' };

function choiceOf({ resource, id, title, subtitle }: FoundRecord): Choice {
  const head = heads.find(({ name }) => name === (LISTS[resource] ?? resource))!;
  return {
    group: head.label,
    key: `${resource} ${id}`,
    title,
    subtitle: withDays(subtitle),
    icon: isIconName(head.icon) ? head.icon : 'documents',
    to: showPath(head.name, id),
  };
}

/** The pages of the menu and what may be created, by the beginnings of their words. */
function placesOf(role: Role, typed: string): Choice[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const isMeant = (label: string) => words.every((word) => wordsOf(label).some((own) => meets(word, own) > NOTHING));
  const entries = menuEntries(role).flatMap((group) => group.entries);
  const pages = entries.flatMap(({ icon, label, to, pages: tabs }) => [
    { label, to, icon },
    ...tabs.map((tab) => ({ label: tab.label, to: tab.to, icon })),
  ]);
  const own = you.map(({ label, to }) => ({ label, to, icon: 'settings' as IconName }));
  const places = [...pages, ...own].filter(({ label }) => isMeant(label));
  const created = isHolder(role) ? [] : heads.filter((head) => head.createLabel && can({ role }, 'create', head));
  return [
    ...created
      .filter((head) => isMeant(say`${head.createLabel!} new ${head.singular}`))
      .map((head): Choice => ({
        group: say`Actions`,
        key: `create ${head.name}`,
        title: head.createLabel!,
        subtitle: '',
        icon: 'plus',
        to: createPath(head.name),
      })),
    ...places
      .filter(({ to }, at) => places.findIndex((each) => each.to === to) === at)
      .map(({ label, to, icon }): Choice => ({ group: say`Pages`, key: to, title: label, subtitle: '', icon, to })),
  ];
}
