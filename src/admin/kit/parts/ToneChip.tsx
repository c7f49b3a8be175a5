// A word on a tinted background. The word carries the meaning; the colour only supports it.
import type { Field, Tone } from '#src/resources/kit/fields.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';

export function ToneChip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={tone === 'neutral' ? 'chip' : `chip ${tone}`} data-tone={tone}>
      {children}
    </span>
  );
}

/** The chip of a declared status or choice. */
export function StatusChip({ field, value }: { field: Field; value: string }) {
  return <ToneChip tone={toneOf(field, value)}>{wordOf(field, value)}</ToneChip>;
}

export function toneOf(field: Field, value: string): Tone {
  if (field.kind === 'status') return field.states[value]?.tone ?? 'neutral';
  if (field.kind === 'choice') return field.tones?.[value] ?? 'neutral';
  return 'neutral';
}
