// The two names of a new company.
import { say } from '../words/say.ts';
import { TextField } from './fields.tsx';
import { isClientNameLawful } from './signup/signupRules.ts';

interface CompanyNames {
  clientName: string;
  clientDisplayName: string;
}

export function CompanyNameFields(props: {
  values: CompanyNames;
  change: (changed: Partial<CompanyNames>) => void;
  disabled: boolean;
  wrong: Record<string, string>;
}) {
  const { values, change, disabled, wrong } = props;
  const unlawful = values.clientName !== '' && !isClientNameLawful(values.clientName);
  return (
    <>
      <ClientNameField
        value={values.clientName}
        change={change}
        disabled={disabled}
        wrong={wrong.client_name ?? (unlawful ? say`Use letters, digits, underscore and dash only.` : undefined)}
        help={say`The short name used in links and by shareholders who join. Letters, digits, underscore and dash.`}
      />
      <TextField
        label={say`Company Display Name`}
        name="client_display_name"
        autoComplete="organization"
        value={values.clientDisplayName}
        onChange={(clientDisplayName) => change({ clientDisplayName })}
        disabled={disabled}
        wrong={wrong.client_display_name}
        help={say`The name shown on certificates and to shareholders.`}
      />
    </>
  );
}

/** The client name of a new company, or of one to join. */
export function ClientNameField(props: {
  value: string;
  change: (changed: { clientName: string }) => void;
  disabled: boolean;
  wrong: string | undefined;
  help: string;
}) {
  const { value, change, disabled, wrong, help } = props;
  return (
    <TextField
      label={say`Client Name`}
      name="client_name"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(clientName) => change({ clientName })}
      disabled={disabled}
      wrong={wrong}
      help={help}
    />
  );
}
