// A new password, with its strength while it is typed.
import { PasswordField, type PasswordFieldProps } from './fields.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';

interface NewPasswordFieldProps extends PasswordFieldProps {
  /** What is known of the person, of which it must not be made. */
  known: readonly (string | null | undefined)[];
}

export const NewPasswordField = ({ known, ...props }: NewPasswordFieldProps) => (
  <PasswordField {...props} below={<PasswordStrength password={props.value} known={known} />} />
);
