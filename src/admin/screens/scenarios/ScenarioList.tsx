// The scenarios of the company: a new one starts from the ledger as it is today.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { Icon } from '../../kit/icons.tsx';
import { ResourceList } from '../../kit/list/ResourceList.tsx';
import { failureOf } from '../../kit/parts/states.tsx';
import { showPath } from '../../kit/paths.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useMay } from '../../session/useMe.ts';
import { useConsoleData } from '../../session/useRead.ts';

export default function ScenarioList({ resource }: { resource: Resource }) {
  const may = useMay();
  return <ResourceList resource={resource} createButton={may('create', resource) ? <NewScenario /> : null} />;
}

function NewScenario() {
  const data = useConsoleData();
  const runCommand = useCommand();
  const navigate = useNavigate();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    const body = { name: 'New scenario', steps: [] };
    try {
      const made = await runCommand(body, (options) =>
        data.send<{ id: string }>('POST', '/api/scenarios/', body, options),
      );
      await navigate(showPath('scenarios', made.id));
    } catch (error) {
      console.error('The scenario was not created', error);
      notify(failureOf('The scenario was not created.', error), { type: 'error' });
      setBusy(false);
    }
  };
  return (
    <button type="button" className="btn primary" disabled={isBusy} onClick={() => void create()}>
      <Icon name="plus" />
      {isBusy ? 'Reading the ledger…' : 'New scenario'}
    </button>
  );
}
