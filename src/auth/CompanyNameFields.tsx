// The two names of a company that is founded.
import { TextField } from './fields.tsx';
import { isClientNameLawful } from './signupRules.ts';

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
      <TextField
        label="Client Name"
        name="client_name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.clientName}
        onChange={(clientName) => change({ clientName })}
        disabled={disabled}
        wrong={wrong.client_name ?? (unlawful ? 'Use letters, digits, underscore and dash only.' : undefined)}
        help="The short name used in links and by shareholders who join. Letters, digits, underscore and dash."
      />
      <TextField
        label="Company Display Name"
        name="client_display_name"
        autoComplete="organization"
        value={values.clientDisplayName}
        onChange={(clientDisplayName) => change({ clientDisplayName })}
        disabled={disabled}
        wrong={wrong.client_display_name}
        help="The name shown on certificates and to shareholders."
      />
    </>
  );
}
