// The opened row menu, and the dialog of the verb that was chosen in it.
import { say } from '#src/words/say.ts';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { Themed } from '../parts/Themed.tsx';
import { editPath, showPath } from '#src/admin/paths.ts';
import { buttonVerbs, sentenceIn } from '#src/resources/kit/verb.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { isEditable } from '#src/resources/kit/recordState.ts';
import { writerOf } from '../verbs/writer.ts';
import { useMay, useRole } from '#src/admin/session/useMe.ts';
import { useAtOnce, VerbDialog } from '../verbs/VerbDialog.tsx';
import { useCopyId } from '../parts/useCopyId.ts';

interface RowMenuItemsProps {
  resource: Resource;
  record: AnyRecord;
  anchor: HTMLElement;
  onClose: () => void;
}

export default function RowMenuItems({ resource, record, anchor, onClose }: RowMenuItemsProps) {
  const [verb, setVerb] = useState<Verb | null>(null);
  const navigate = useNavigate();
  const may = useMay();
  const role = useRole();
  const atOnce = useAtOnce(resource);
  const copyId = useCopyId();
  const goTo = (path: string) => {
    onClose();
    void navigate(path);
  };
  const choose = (chosen: Verb) => {
    if (!chosen.isAtOnce) return setVerb(chosen);
    onClose();
    void atOnce(chosen, record);
  };
  if (verb)
    return (
      <VerbDialog resource={resource} record={record} verb={verb} onClose={onClose} onDone={() => anchor.focus()} />
    );
  return (
    <Themed>
      <Menu open anchorEl={anchor} onClose={onClose} transitionDuration={0}>
        <MenuItem onClick={() => goTo(showPath(resource.name, record.id))}>{say`Open`}</MenuItem>
        {may('update', resource) && isEditable(resource, record, role) && (
          <MenuItem onClick={() => goTo(editPath(resource.name, record.id))}>{say`Edit`}</MenuItem>
        )}
        <MenuItem
          onClick={() => {
            onClose();
            void copyId(record);
          }}
        >
          {say`Copy ID`}
        </MenuItem>
        {buttonVerbs(verbsOf(resource.name), record, role).map((lawful) => (
          <MenuItem key={lawful.name} className={lawful.destructive ? 'err' : undefined} onClick={() => choose(lawful)}>
            {sentenceIn(lawful.label, record, writerOf(record))}
          </MenuItem>
        ))}
      </Menu>
    </Themed>
  );
}
