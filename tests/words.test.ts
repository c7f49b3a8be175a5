// npm run words lists texts that people read, and no strings that only programs use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../scripts/sentences.ts';

const textsOf = (file: string) => sentencesOf(join(import.meta.dirname, '..', file)).map(({ text }) => text);

describe('the list of words', () => {
  it('has what a screen, a declaration, a verb, a refusal and a mail say', () => {
    expect(textsOf('src/admin/screens/company/Settings.tsx')).toContain(
      'Its name, legal form, currency and time zone.',
    );
    expect(textsOf('src/resources/verbs/tasks.ts')).toContain('Mark completed');
    expect(textsOf('src/resources/verbs/certificates.ts')).toContain('{…} of {…} transferred');
    expect(textsOf('src/resources/kit/validation.ts')).toContain('This day does not exist.');
    expect(textsOf('server/commands/shareholders/inviteShareholder.ts').join(' ')).toMatch(/invit/i);
  });
  it('has no class names, no SQL and no types', () => {
    const texts = [
      ...textsOf('src/admin/kit/show/RecordActions.tsx'),
      ...textsOf('server/data/resourceRepository.ts'),
      ...textsOf('server/commands/distributions/payments.ts'),
    ];
    expect(texts.filter((text) => /^btn\b|^select |^update |^insert /.test(text))).toEqual([]);
  });
  it('has no states of elements, names of fields, word lists, policies or conditions in SQL', () => {
    expect(textsOf('src/admin/kit/parts/PreviewCard.tsx')).not.toContain('polite');
    expect(textsOf('src/resources/payments.ts')).not.toContain('shareholder');
    expect(textsOf('server/auth/organizations.ts').filter((text) => text.includes('signup'))).toEqual([]);
    expect(textsOf('server/http/security.ts').filter((text) => /camera|-src/.test(text))).toEqual([]);
    expect(textsOf('server/queries/showEquityPlan.ts').filter((text) => text.includes('ocf'))).toEqual([]);
  });
  it('says the line of each', () => {
    const file = join(import.meta.dirname, '../src/resources/tasks.ts');
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = lines.findIndex((each) => each.includes('label: say`Tasks`')) + 1;
    expect(sentencesOf(file)[0]).toEqual({ line, text: 'Tasks' });
  });
});
