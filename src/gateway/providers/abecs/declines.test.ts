import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { codeFor, declineFor, issuerScenarios } from './index.ts';
import { parseSchemeRules, schemeRules } from './scheme-rules.ts';

const BRANDS = ['ELO', 'VISA', 'MASTERCARD', 'HIPERCARD', 'AMEX', 'JCB', undefined];

test('each brand has its own code for a scenario', () => {
  const codes = (scenario: string) => BRANDS.map((brand) => codeFor(brand, scenario));
  assert.deepEqual(codes('051'), ['51', '51', '51', '51', '116', '51', '51']);
  assert.deepEqual(codes('063'), ['63', 'N7', '63', '63', '122', '63', '63']);
  assert.deepEqual(codes('003'), ['58', '03', '03', '03', '109', '03', '03']);
  assert.deepEqual(codes('091'), ['91', '91', '91', '91', '912', '91', '91']);
  assert.deepEqual(codes('062'), ['62', '62', '57', '57', '62', '62', '62']);
});

test('Hipercard follows the Mastercard column', () => {
  assert.deepEqual(declineFor('HIPERCARD', '57'), declineFor('MASTERCARD', '57'));
});

test("a brand is never given an acquirer's name for its code, but understands it", () => {
  assert.equal(codeFor('AMEX', '057'), '200');
  assert.equal(declineFor('AMEX', 'A5').message, 'Saldo ou limite insuficiente.');
});

test('every scenario gives every brand a code whose refusal it knows', () => {
  assert.equal(issuerScenarios.length, 26);
  for (const scenario of issuerScenarios) {
    for (const brand of BRANDS) assert.match(codeFor(brand, scenario), /^\w{2,3}$/);
  }
});

test('the same code means different things on different brands', () => {
  assert.equal(declineFor('ELO', '04').declineClass, 'soft_technical');
  assert.equal(declineFor('VISA', '04').declineClass, 'hard');
  assert.equal(declineFor('VISA', '82').declineClass, 'fix_data');
  assert.equal(declineFor('MASTERCARD', '82').declineClass, 'soft_customer');
});

test('a code on two lines takes the stricter flag and the milder text', () => {
  assert.deepEqual(declineFor('MASTERCARD', '62'), {
    code: '62',
    message: 'Cartão sem compra internacional.',
    declineClass: 'hard',
    reversible: false,
  });
  assert.equal(declineFor('VISA', '62').reversible, true);
  assert.equal(declineFor('VISA', 'N7').message, 'Confira o código de segurança.');
});

test('a brand without a column uses what all other brands agree on, and else the generic line', () => {
  assert.equal(declineFor('JCB', '51').message, 'Saldo ou limite insuficiente.');
  assert.equal(declineFor('ELO', '15').message, 'Confira o número do cartão.');
  assert.deepEqual(declineFor(undefined, '57'), {
    code: '57',
    message: 'O banco não aprovou. Fale com o emissor do cartão.',
    declineClass: 'soft_customer',
    reversible: false,
  });
});

test("Mastercard's advice code overrides the response code, for Mastercard only", () => {
  assert.deepEqual(
    [declineFor('MASTERCARD', '51', '24'), declineFor('MASTERCARD', '79', '03')].map((d) => d.reversible),
    [true, false],
  );
  assert.equal(declineFor('MASTERCARD', '51', '03').declineClass, 'hard');
  assert.deepEqual(declineFor('VISA', '51', '03'), declineFor('VISA', '51'));
});

test('an advice code that is not known is never tried again', () => {
  for (const advice of ['99', '06', '55', 'A1', '1234']) {
    const { declineClass, reversible, message } = declineFor('MASTERCARD', '51', advice);
    assert.deepEqual([declineClass, reversible, message], ['hard', false, 'Saldo ou limite insuficiente.']);
  }
  assert.deepEqual(declineFor('MASTERCARD', '51', '3'), declineFor('MASTERCARD', '51', '03'));
  assert.deepEqual(declineFor('MASTERCARD', '51', ' '), declineFor('MASTERCARD', '51'));
});

test('a rule of the scheme that is newer than the table decides alone', () => {
  for (const rule of schemeRules.filter(({ kind }) => kind === 'response')) {
    const { declineClass, reversible, message } = declineFor(rule.scheme, rule.code);
    assert.deepEqual(
      { declineClass, reversible, message },
      {
        declineClass: rule.declineClass,
        reversible: rule.reversible,
        message: rule.message,
      },
    );
  }
  assert.equal(declineFor('ELO', '62').reversible, true);
});

test('a faulty rule is named by its number', () => {
  const head = 'scheme,kind,code,class,reversible,wait_hours,since,source,text\n';
  for (const row of [
    'VISA,response,83,soft_customer,R,,2026-07-25,,Fale com o emissor.',
    'VISA,response,83,soft_customer,R,,July,Visa,Fale com o emissor.',
    'VISA,response,83,lenient,R,,2026-07-25,Visa,Fale com o emissor.',
    'VISA,response,83,soft_customer,R,,2026-07-25,Visa,',
  ]) {
    assert.throws(() => parseSchemeRules(head + row), /scheme rules, line 2/, row);
  }
});

test('any code of any brand gives a decline with that code and a text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...BRANDS), fc.string(), (brand, code) => {
      const decline = declineFor(brand, code);
      assert.equal(decline.code, code);
      assert.notEqual(decline.message, '');
    }),
  );
});
