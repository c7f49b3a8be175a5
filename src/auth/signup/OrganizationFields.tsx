// The organization of a new account: one it creates, one it joins by name, or the one that invited it.
import { say } from '#src/words/say.ts';
import type { Invitation } from '../accountApi.ts';
import { ClientNameField, CompanyNameFields } from '../CompanyNameFields.tsx';
import { TextField } from '../fields.tsx';
import type { StepProps } from './SignupPersonalStep.tsx';
import type { SignupValues } from './signupRules.ts';

const kinds: Array<{ type: SignupValues['accountType']; title: string; text: string }> = [
  {
    type: 'client',
    title: say`Create Client Organization`,
    text: say`For a founder or administrator: set up your company’s cap table.`,
  },
  {
    type: 'shareholder',
    title: say`Join as Shareholder`,
    text: say`For a holder: join a company that already uses Sharebook.`,
  },
];

export function OrganizationFields(props: StepProps & { invitation: Invitation | null }) {
  return props.invitation ? <Invited invitation={props.invitation} /> : <Chosen {...props} />;
}

function Invited({ invitation }: { invitation: Invitation }) {
  const kind = invitation.kind === 'shareholder' ? say`Join as Shareholder` : say`Join as member of the organization`;
  return (
    <>
      <TextField label={say`Account Type`} value={kind} onChange={() => undefined} readOnly />
      <TextField
        label={say`Client Name`}
        value={invitation.client_name}
        onChange={() => undefined}
        readOnly
        help={say`Set by the invitation: ${invitation.client_display_name}`}
      />
    </>
  );
}

function Chosen({ values, change, form }: StepProps) {
  const wrong = form.failure?.fields ?? {};
  const creates = values.accountType === 'client';
  return (
    <>
      <fieldset disabled={form.busy}>
        <legend className="label">{say`Account Type`}</legend>
        <div className="kinds">
          {kinds.map(({ type, title, text }) => (
            <label className="kind" key={type}>
              <input
                type="radio"
                name="account_type"
                value={type}
                checked={values.accountType === type}
                aria-labelledby={`kind-${type}`}
                aria-describedby={`kind-${type}-text`}
                onChange={() => change({ accountType: type })}
              />
              <b id={`kind-${type}`}>{title}</b>
              <span id={`kind-${type}-text`}>{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {creates ? (
        <CompanyNameFields values={values} change={change} disabled={form.busy} wrong={wrong} />
      ) : (
        <ClientNameField
          value={values.clientName}
          change={change}
          disabled={form.busy}
          wrong={wrong.client_name}
          help={say`Ask that organization’s administrator for it. They confirm who you are before you see any holdings.`}
        />
      )}
    </>
  );
}
