// How the figure of a payment came about, and its voucher.
import { say } from '#src/words/say.ts';
import { withDays } from '#src/admin/kit/format.ts';
import { DownloadButton } from '#src/admin/kit/parts/DownloadButton.tsx';

export function Voucher({ payment, small = false }: { payment: string; small?: boolean }) {
  const path = `/api/payments/${encodeURIComponent(payment)}/voucher.pdf`;
  const name = `voucher-${payment}.pdf`;
  return <DownloadButton path={path} name={name} what={say`The voucher`} label={say`Voucher`} small={small} />;
}

export function Sentences({ how }: { how: readonly string[] }) {
  return how.map((sentence) => <p key={sentence}>{withDays(sentence)}</p>);
}
