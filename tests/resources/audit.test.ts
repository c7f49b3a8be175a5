// The audit trail's declared kinds cover every verb and resource, and no secret can appear in its values.
import { describe, expect, it } from 'vitest';
import { changedValues } from '#server/commands/core/auditEntry.ts';
import { actionWords } from '#src/resources/audit.ts';
import { organization } from '#src/resources/organization.ts';
import { resources } from '#src/resources/index.ts';
import { text } from '#src/resources/kit/fields.ts';
import { verbs } from '#src/resources/verbs/index.ts';

describe('the audit trail', () => {
  it('has a word for every verb', () => {
    expect(verbs.map(({ name }) => actionWords(name)).filter((word) => !/^[A-Z][a-z -]+$/.test(word))).toEqual([]);
  });

  it('is told of every field that holds a secret', () => {
    const isSecret = /(^|_)(tax_id|ssn|ein|bank|iban|account_number|routing_number|secret|password|token)(_|$)/;
    // Says whether the company requires an account, not which.
    const notSecret = ['organization.require_bank_details'];
    const open = [...resources, organization].flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([name, field]) => isSecret.test(name) && !field.isSensitive)
        .map(([name]) => `${resource.name}.${name}`),
    );
    expect(open.filter((name) => !notSecret.includes(name))).toEqual([]);
  });

  it('says only that a sensitive field changed', () => {
    const resource = { fields: { name: text(), tax_id: text({ isSensitive: true }) } };
    const { before, after } = changedValues(
      resource,
      { name: 'Ada', tax_id: '123-45-6789' },
      { name: 'Ada', tax_id: '987-65-4321' },
    );
    expect([before, after]).toEqual(['{"tax_id":"changed"}', '{"tax_id":"changed"}']);
    const removed = changedValues(resource, { tax_id: '123-45-6789' }, { tax_id: null });
    expect([removed.before, removed.after]).toEqual(['{"tax_id":"changed"}', '{"tax_id":null}']);
  });

  it('keeps long values short', () => {
    const { after } = changedValues({ fields: { notes: text() } }, null, { notes: 'x'.repeat(9000) });
    expect(after!.length).toBeLessThan(600);
  });
});
