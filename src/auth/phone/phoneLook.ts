// How the fields of a phone number look where it is asked for: on the account screens, and in the console.
import type { ChangeEvent, ComponentType, ReactNode, RefObject } from 'react';

interface BoxProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
  disabled: boolean;
  wrong?: string | undefined;
  help?: string | undefined;
  type?: 'tel';
  autoComplete?: string;
  maxLength?: number;
  placeholder?: string;
  className?: string;
  onBlur?: () => void;
  ref?: RefObject<HTMLInputElement | null>;
}

export interface ChoiceProps extends Pick<BoxProps, 'label' | 'name' | 'value' | 'disabled' | 'wrong' | 'help'> {
  onChange: (value: string) => void;
  /** Its options. */
  children: ReactNode;
}

/** How fields look where the number is asked for. */
export interface PhoneLook {
  Box: ComponentType<BoxProps>;
  Choice: ComponentType<ChoiceProps>;
  /** The class of the button that switches. */
  button: string;
}

export interface PhoneEntryProps {
  label: string;
  /** As formatted, or in the form that is sent; what is no number yet of another country is ''. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  wrong?: string | undefined;
  look: PhoneLook;
}
