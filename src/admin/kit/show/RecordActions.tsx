// The buttons of a detail page: lawful verbs, Edit, Delete. At most one is filled.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useDelete, useNotify, useRedirect } from 'react-admin';
import { lazy, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Deletion, Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { askedTitleOf } from '../titleOf.ts';
import { Icon } from '../icons.tsx';
import { usePressed } from '../parts/focusHeading.ts';
import { useAct } from '../parts/useAct.ts';
import { Themed } from '../parts/Themed.tsx';
import { editPath } from '../paths.ts';
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
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { LazyPart } from '../parts/LazyPart.tsx';
import { UNDO } from '../verbs/undo.ts';
import type { WithUndo } from '../verbs/undo.ts';

const UndoDialog = lazy(() => import('../verbs/UndoDialog.tsx'));

/** More buttons than this do not fit beside a name: the first two stay, the others move into a menu. */
const MOST_BUTTONS = 5;

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
  const shown = verbs.length > MOST_BUTTONS ? verbs.slice(0, 2) : verbs;
  const inMenu = verbs.filter((each) => !shown.includes(each));
  const more = useRef<HTMLButtonElement>(null);
  const press = usePressed();
  const choose = (chosen: Verb) => {
    if (chosen.isAtOnce) void atOnce(chosen, record);
    else setVerb(chosen);
  };
  const close = () => {
    // The menu closed before the dialog opened, so the focus returns to the menu's button.
    if (verb && inMenu.includes(verb)) requestAnimationFrame(() => more.current?.focus());
    setVerb(null);
  };
  const primary = verbs.find(({ destructive }) => !destructive);
  return (
    <>
      {may('delete', resource) && isDeletable(resource, record) && (
        <button type="button" className="btn danger" onClick={() => setDeleting(true)}>
          {deletionOf(resource, record).label}
        </button>
      )}
      {mayEdit && (
        <Link className="btn" aria-keyshortcuts="e" to={editPath(resource.name, record.id)}>
          <Icon name="edit" />
          Edit
        </Link>
      )}
      <Undo resource={resource} record={record} />
      {inMenu.length > 0 && <MoreVerbs verbs={inMenu} record={record} onChoose={choose} button={more} />}
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
        Undo
      </button>
      {search.has(UNDO) && (
        <LazyPart what="The dialog" onClose={() => ask(false)}>
          <UndoDialog resource={resource} id={record.id} entry={record.undo} onClose={() => ask(false)} />
        </LazyPart>
      )}
    </>
  );
}

interface MoreVerbsProps {
  verbs: Verb[];
  record: AnyRecord;
  onChoose: (verb: Verb) => void;
  button: RefObject<HTMLButtonElement | null>;
}

function MoreVerbs({ verbs, record, onChoose, button }: MoreVerbsProps) {
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
        More
        <Icon name="down" small />
      </button>
      {anchor && (
        <Themed>
          <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} transitionDuration={0}>
            {verbs.map((each) => (
              <MenuItem
                key={each.name}
                className={each.destructive ? 'err' : undefined}
                onClick={() => {
                  setAnchor(null);
                  onChoose(each);
                }}
              >
                {sentenceIn(each.label, record, writerOf(record))}
              </MenuItem>
            ))}
          </Menu>
        </Themed>
      )}
    </>
  );
}

interface VerbButtonProps {
  verb: Verb;
  record: AnyRecord;
  isPrimary: boolean;
  onClick: (button: HTMLElement) => void;
}

const useNone = () => null;

/** A button that this user may not press stays reachable by keyboard, so that its reason is read with it. */
function VerbButton({ verb, record, isPrimary, onClick }: VerbButtonProps) {
  const useRefusal = verbViews[verbNameOf(verb)]?.useRefusal ?? useNone;
  const reason = useRefusal(record);
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

/** As the resource declares it; by default a record is deleted for good. */
function deletionOf(resource: Resource, record: AnyRecord): Deletion {
  const { singular } = resource;
  return (
    resource.deletion?.(record) ?? {
      label: 'Delete',
      confirm: `Delete ${singular}`,
      busy: 'Deleting…',
      title: `Delete ${askedTitleOf(resource, record)}?`,
      text: `The ${singular} will be deleted permanently. Records that the ledger or a payment depends on cannot be deleted.`,
      done: `The ${singular} was deleted`,
    }
  );
}

interface DeleteDialogProps {
  resource: Resource;
  record: AnyRecord;
  onClose: () => void;
}

function DeleteDialog({ resource, record, onClose }: DeleteDialogProps) {
  const [remove] = useDelete<AnyRecord>();
  const { act, isBusy, problem } = useAct();
  const notify = useNotify();
  const redirect = useRedirect();
  const { label, confirm: confirmLabel = label, busy, title, text, done } = deletionOf(resource, record);
  const confirm = () =>
    act('Nothing was deleted.', async () => {
      await remove(
        resource.name,
        { id: record.id, previousData: record },
        { mutationMode: 'pessimistic', returnPromise: true },
      );
      notify(done, { type: 'success' });
      redirect('list', resource.name);
    });
  return (
    <ConfirmDialog
      title={title}
      keepLabel="Keep it"
      confirmLabel={confirmLabel}
      busyLabel={busy}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
