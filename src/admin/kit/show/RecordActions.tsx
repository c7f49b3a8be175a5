// The buttons of a detail page: the next sensible verb, filled, Edit and Undo; all else is under Actions.
import { say } from '#src/words/say.ts';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Icon } from '../icons.tsx';
import { usePressed } from '../parts/focusHeading.ts';
import { Themed } from '../parts/Themed.tsx';
import { editPath } from '#src/admin/paths.ts';
import { buttonVerbs, sentenceIn } from '#src/resources/kit/verb.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbNameOf, verbsOf } from '#src/resources/verbs/index.ts';
import { isDeletable, isEditable } from '#src/resources/kit/recordState.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { verbViews } from '#src/admin/verbViews.ts';
import { useOpenVerb } from '../verbs/useOpenVerb.ts';
import { writerOf } from '../verbs/writer.ts';
import { useAtOnce, VerbDialog } from '../verbs/VerbDialog.tsx';
import styles from './RecordActions.module.css';
import { LazyPart } from '../parts/LazyPart.tsx';
import { deletionOf, DeleteDialog } from './DeleteDialog.tsx';
import { UNDO } from '../verbs/undo.ts';
import type { WithUndo } from '../verbs/undo.ts';

const UndoDialog = lazy(() => import('../verbs/UndoDialog.tsx'));

interface RecordActionsProps {
  resource: Resource;
  record: AnyRecord;
  /** Verbs that stand elsewhere on the page. */
  without?: readonly string[];
}

export default function RecordActions({ resource, record, without = [] }: RecordActionsProps) {
  const may = useMay();
  const role = useRole();
  const [isDeleting, setDeleting] = useState(false);
  const atOnce = useAtOnce(resource);
  const verbs = buttonVerbs(verbsOf(resource.name), record, role).filter(({ name }) => !without.includes(name));
  const [verb, setVerb] = useOpenVerb(resource, record, verbs);
  const mayEdit = may('update', resource) && isEditable(resource, record, role);
  const primary = verbs.find(({ destructive }) => !destructive) ?? verbs[0];
  const mayDelete = may('delete', resource) && isDeletable(resource, record);
  const others = verbs.filter((each) => each !== primary);
  // A menu for one action would be a press more for nothing.
  const isMenu = others.length + (mayDelete ? 1 : 0) > 1;
  const shown = [...(primary ? [primary] : []), ...(isMenu ? [] : others)];
  const more = useRef<HTMLButtonElement>(null);
  const press = usePressed();
  const choose = (chosen: Verb) => {
    if (chosen.isAtOnce) void atOnce(chosen, record);
    else setVerb(chosen);
  };
  const close = () => {
    // The menu closed before the dialog opened, so the focus returns to the menu's button.
    if (verb && !shown.includes(verb)) requestAnimationFrame(() => more.current?.focus());
    setVerb(null);
  };
  return (
    <>
      {mayDelete && !isMenu && (
        <button type="button" className="btn danger" onClick={() => setDeleting(true)}>
          {deletionOf(resource, record).label}
        </button>
      )}
      {mayEdit && (
        <Link className="btn" aria-keyshortcuts="e" to={editPath(resource.name, record.id)}>
          <Icon name="edit" />
          {say`Edit`}
        </Link>
      )}
      <Undo resource={resource} record={record} />
      {isMenu && (
        <Actions
          items={[
            ...others.map((each) => ({
              verb: each,
              label: sentenceIn(each.label, record, writerOf(record)),
              isDestructive: each.destructive === true,
              choose: () => choose(each),
            })),
            ...(mayDelete
              ? [
                  {
                    verb: null,
                    label: deletionOf(resource, record).label,
                    isDestructive: true,
                    choose: () => setDeleting(true),
                  },
                ]
              : []),
          ]}
          record={record}
          button={more}
        />
      )}
      {shown.toReversed().map((lawful) => (
        <VerbButton
          key={lawful.name}
          verb={lawful}
          record={record}
          isPrimary={lawful === primary}
          onClick={(button) => {
            press(button);
            choose(lawful);
          }}
        />
      ))}
      {verb && <VerbDialog resource={resource} record={record} verb={verb} onClose={close} />}
      {isDeleting && <DeleteDialog resource={resource} record={record} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** As long as nothing depends on the latest entry about the record. */
function Undo({ resource, record }: { resource: Resource; record: AnyRecord & WithUndo }) {
  const [search, setSearch] = useSearchParams();
  const button = useRef<HTMLButtonElement>(null);
  const ask = (isAsked: boolean) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        if (isAsked) next.set(UNDO, '1');
        else next.delete(UNDO);
        return next;
      },
      { replace: true },
    );
  if (!record.undo) return null;
  return (
    <>
      <button ref={button} type="button" className="btn" onClick={() => ask(true)}>
        {say`Undo`}
      </button>
      {search.has(UNDO) && (
        <LazyPart what={say`The dialog`} onClose={() => ask(false)}>
          <UndoDialog resource={resource} id={record.id} entry={record.undo} onClose={() => ask(false)} />
        </LazyPart>
      )}
    </>
  );
}

interface Item {
  /** Null of what is no verb. */
  verb: Verb | null;
  label: string;
  isDestructive: boolean;
  choose: () => void;
}

interface ActionsProps {
  items: Item[];
  record: AnyRecord;
  button: RefObject<HTMLButtonElement | null>;
}

function Actions({ items, record, button }: ActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {say`Actions`}
        <Icon name="down" small />
      </button>
      {anchor && (
        <Themed>
          <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} transitionDuration={0}>
            {items.map((item) => (
              <Action
                key={item.label}
                item={item}
                record={record}
                onChoose={() => {
                  setAnchor(null);
                  item.choose();
                }}
              />
            ))}
          </Menu>
        </Themed>
      )}
    </>
  );
}

interface ActionProps {
  item: Item;
  record: AnyRecord;
  onChoose: () => void;
  /** The menu moves the focus by these. */
  autoFocus?: boolean;
  tabIndex?: number;
}

function Action({ item: { verb, label, isDestructive }, record, onChoose, ...focus }: ActionProps) {
  const reason = useRefusalOf(verb, record);
  const id = useId();
  return (
    <MenuItem
      {...focus}
      className={isDestructive ? 'err' : undefined}
      aria-disabled={reason !== null || undefined}
      aria-describedby={reason === null ? undefined : id}
      onClick={() => reason === null && onChoose()}
    >
      <span>
        {label}
        {reason !== null && (
          <span className={styles.whyNot} id={id}>
            {reason}
          </span>
        )}
      </span>
    </MenuItem>
  );
}

const useNone = () => null;

/** Why this user may not give the command; null where they may. */
function useRefusalOf(verb: Verb | null, record: AnyRecord): string | null {
  const useRefusal = (verb && verbViews[verbNameOf(verb)]?.useRefusal) ?? useNone;
  return useRefusal(record);
}

interface VerbButtonProps {
  verb: Verb;
  record: AnyRecord;
  isPrimary: boolean;
  onClick: (button: HTMLElement) => void;
}

/** A button that this user may not press stays reachable by keyboard, so that its reason is read with it. */
function VerbButton({ verb, record, isPrimary, onClick }: VerbButtonProps) {
  const reason = useRefusalOf(verb, record);
  const id = useId();
  return (
    <>
      {reason !== null && (
        <span className={styles.whyNot} id={id}>
          {reason}
        </span>
      )}
      <button
        type="button"
        className={verb.destructive ? 'btn danger' : isPrimary ? 'btn primary' : 'btn'}
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason === null ? undefined : id}
        onClick={(event) => reason === null && onClick(event.currentTarget)}
      >
        {sentenceIn(verb.label, record, writerOf(record))}
      </button>
    </>
  );
}
