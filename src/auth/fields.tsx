// The fields of the account screens: label above, help below, the error at the field and tied to it.
import { say } from '../words/say.ts';
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>;

export interface FieldProps extends InputProps {
  label: string;
  value: string;
  onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
  help?: string | undefined;
  wrong?: string | undefined;
  /** Takes the focus when it appears. */
  focusFirst?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
  /** A link at the right of the label. */
  aside?: ReactNode;
  /** A button inside the field, at its right. */
  renderEnd?: (ids: { input: string; label: string }) => ReactNode;
  /** Shown under the field's help. */
  below?: ReactNode;
}

export function TextField(props: FieldProps) {
  const { label, value, onChange, help, wrong, aside, renderEnd, below, className, focusFirst, ref, ...input } = props;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const element = ref ?? own;
  useEffect(() => {
    if (focusFirst) element.current?.focus();
  }, [focusFirst, element]);
  const ids = { input: id, label: say`${id}-label` };
  const box = (
    <input
      {...input}
      ref={element}
      id={id}
      className={className ? `input ${className}` : 'input'}
      value={value}
      onChange={(event) => onChange(event.target.value, event)}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={describedBy(id, wrong, help)}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id} id={ids.label}>
        {label}
      </label>
      {renderEnd ? (
        <div className="with-end">
          {box}
          {renderEnd(ids)}
        </div>
      ) : (
        box
      )}
      {/* Shown beside the label but placed after the field, so that Tab moves from field to field. */}
      {aside && <div className="aside">{aside}</div>}
      <Notes id={id} wrong={wrong} help={help} />
      {below}
    </div>
  );
}

export const describedBy = (id: string, wrong?: string, help?: string) =>
  [wrong ? `${id}-wrong` : '', help ? `${id}-help` : ''].join(' ').trim() || undefined;

export const Notes = ({ id, wrong, help }: { id: string; wrong: string | undefined; help: string | undefined }) => (
  <>
    {wrong && (
      <p className="wrong" id={`${id}-wrong`}>
        {wrong}
      </p>
    )}
    {help && (
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
    )}
  </>
);

/** The email address of an account. */
export const EmailField = (props: Omit<FieldProps, 'label' | 'type' | 'name'>) => (
  <TextField label={say`Email Address`} type="email" name="email" autoComplete="username" {...props} />
);

export type PasswordFieldProps = Omit<FieldProps, 'renderEnd' | 'type'>;

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      renderEnd={({ input, label }) => (
        // Named "Show" and described by the label: only the field itself is named "Password".
        <button
          type="button"
          disabled={props.disabled}
          aria-controls={input}
          aria-describedby={label}
          onClick={() => setShown(!shown)}
        >
          {shown ? say`Hide` : say`Show`}
        </button>
      )}
    />
  );
}
