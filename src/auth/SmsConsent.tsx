// The required consent to SMS messages, with its terms beside it.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';

interface SmsConsentProps {
  given: boolean;
  onChange: (given: boolean) => void;
  disabled: boolean;
}

export function SmsConsent({ given, onChange, disabled }: SmsConsentProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name="sms_consent"
        checked={given}
        onChange={(event) => onChange(event.target.checked)}
        disabled={disabled}
      />
      <span>
        {sayAround`I agree to receive SMS updates about account activity and important notifications. Message and data rates may apply. Reply STOP to cancel. See the ${(<NewTab href="/privacy">{say`Privacy Policy`}</NewTab>)} and ${(<NewTab href="/terms">{say`Terms of Service`}</NewTab>)}.`}
      </span>
    </label>
  );
}

/** Opens in a new tab, so that reading the terms does not lose the form. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="hidden-text"> {say`(opens in a new tab)`}</span>
    </a>
  );
}
