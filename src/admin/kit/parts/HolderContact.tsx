// Whom a company's shareholders ask, with an address and a number to use.
import { say } from '#src/words/say.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';
import type { HolderContact as Contact } from '#src/contract/holderContact.ts';

export function HolderContact({ contact, company }: { contact: Contact; company?: string }) {
  const { name, email, phone } = contact;
  const parts = [
    name && <b key="name">{name}</b>,
    email && (
      <a key="email" className="link" href={`mailto:${email}`}>
        {shownEmail(email)}
      </a>
    ),
    phone && (
      <a key="phone" className="link" href={`tel:${phone}`}>
        {phone}
      </a>
    ),
  ].filter(Boolean);
  return (
    <>
      {company ? say`Questions to ${company}: ` : say`Questions? Contact `}
      {parts.map((part, index) => [index > 0 ? ', ' : '', part])}
    </>
  );
}
