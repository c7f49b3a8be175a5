import { describe, expect, it } from 'vitest';
import { isRoutingNumber } from '#src/domain/bankAccount.ts';

describe('a routing number', () => {
  it.each(['021000021', '011401533', '091000019', '122105155'])('accepts %s', (digits) =>
    expect(isRoutingNumber(digits)).toBe(true),
  );
  it.each(['021000022', '120100021', '000000000', '02100002', '0210000211', '02100002a', '०२१०००२११'])(
    'refuses %s',
    (digits) => expect(isRoutingNumber(digits)).toBe(false),
  );
});
