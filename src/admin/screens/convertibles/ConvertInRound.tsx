// Converts several convertibles and issues new shares in one round. The server computes the preview beside the form for
// exactly the typed values, and only that is recorded.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useGetList, useNotify, useRedirect } from 'react-admin';
import { Link } from 'react-router-dom';
import { useWatch } from 'react-hook-form';
import { convertibles } from '#src/resources/convertibles.ts';
import { CommandForm } from '#src/admin/kit/form/CommandForm.tsx';
import type { Values } from '#src/admin/kit/form/CommandForm.tsx';
import { withDays } from '#src/admin/kit/format.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Blank, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useMediaQuery } from '#src/admin/kit/parts/useMediaQuery.ts';
import { createPath, listPath } from '#src/admin/paths.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useOwnJurisdiction } from '#src/admin/session/useOrganization.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { ConvertibleBoxes, InvestorButtons } from './RoundParts.tsx';
import { RoundPreview } from './RoundPreview.tsx';
import { roundUrl } from './useRoundPreview.ts';
import type { RoundAnswer } from '#src/contract/round.ts';
import {
  checkRound,
  chosenOf,
  CONVERTIBLES,
  INVESTORS,
  mayConvert,
  PREVIEW,
  roundBody,
  roundDefaults,
  roundFields,
  roundInput,
  roundRows,
} from './roundForm.ts';
import { previewKey } from './useRoundPreview.ts';

const title = say`Convert in a round`;
const about = say`SAFEs and notes convert into stock together with the new issue. Either everything is recorded or nothing is.`;

export default function ConvertInRound() {
  const { user } = useMe();
  if (!mayConvert(user)) return <Denied what={say`the form for a round`} />;
  return (
    <>
      <PageHead title={title} about={about} back={{ to: listPath('convertibles'), label: convertibles.label }} />
      <WithConvertibles />
    </>
  );
}

function WithConvertibles() {
  const { data, error, isPending, refetch } = useGetList<Convertible>(
    'convertibles',
    {
      filter: { status: 'outstanding' },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'date', order: 'ASC' },
    },
    { retry: false },
  );
  if (error) return <Failed what={say`The convertibles`} error={error} retry={() => void refetch()} />;
  if (isPending) return <Loading />;
  if (data.length > 0) return <RoundForm />;
  const issue = (
    <Link className="btn" to={createPath('convertibles')}>
      {convertibles.createLabel}
    </Link>
  );
  return (
    <section className="card">
      <Blank icon="convertibles" title={say`No convertible is outstanding`} actions={issue}>
        {say`There is nothing to convert. To issue new shares only, use Certificates.`}
      </Blank>
    </section>
  );
}

function RoundForm() {
  const jurisdiction = useOwnJurisdiction();
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  // On a narrow screen the preview comes before the button.
  const isNarrow = useMediaQuery('(max-width: 74.9375em)');

  if (jurisdiction === null) return <Loading />;

  const record = async (values: Values) => {
    const body = roundBody(values);
    const seen = queryClient.getQueryData<RoundAnswer>(previewKey(body));
    if (!seen) throw new Error('The figures were still being calculated. Review them, then press again.');
    const sent = { ...body, preview_hash: seen.preview_hash };
    try {
      await runCommand(sent, (options) => dataProvider.send('POST', roundUrl, sent, options));
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: previewKey(body) });
      throw error;
    }
    notify(withDays(say`The round of ${String(values.date)} was recorded`), { type: 'success' });
    redirect(`/app/cap-table?basis=fully_diluted&as_of=${String(values.date)}`);
  };

  return (
    <CommandForm
      fields={roundFields}
      rows={roundRows}
      check={checkRound}
      inputOf={roundInput}
      extras={{
        [CONVERTIBLES]: <ConvertibleBoxes />,
        [INVESTORS]: <InvestorButtons />,
        [PREVIEW]: isNarrow ? <Watching /> : null,
      }}
      extraInputs={{ chosen: { label: say`What converts` }, preview_hash: { label: say`Preview` } }}
      defaults={{ jurisdiction, ...roundDefaults() }}
      pricedBy="share_class_id"
      draftKey="convertibles/round"
      onSubmit={record}
      failed={say`Nothing was recorded.`}
      submitLabel={submitLabel}
      cancelTo={listPath('convertibles')}
      {...(isNarrow ? {} : { Aside: RoundPreview })}
    />
  );
}

const Watching = () => <RoundPreview values={useWatch()} />;

function submitLabel(values: Values): string {
  const count = chosenOf(values).length;
  return count === 0 ? say`Record the round` : say`Convert ${count} and issue the new shares`;
}
