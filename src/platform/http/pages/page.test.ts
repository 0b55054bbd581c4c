import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { html } from './html.ts';
import { messagePage, page, pageHeaders } from './page.ts';

const policyOf = (headers: Readonly<Record<string, string>>) => headers['Content-Security-Policy'] ?? '';

test('every text put into a page is escaped', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shown = html`<p title="${text}">${text}</p>`.text;
      const inner = shown.slice('<p title="'.length, -'</p>'.length);
      assert.doesNotMatch(inner.replace('">', ''), /[<>"']/);
    }),
  );
  const hostile = '"><script>alert(1)</script>';
  const shown = page({
    title: hostile,
    body: html`<h1>${hostile}</h1>`,
    refresh: { seconds: 1, url: hostile },
  });
  assert.doesNotMatch(shown, /<script/);
  assert.equal(shown.split('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;').length, 4);
  assert.doesNotMatch(messagePage(hostile, hostile), /<script/);
});

test('markup is put in as it is, a list one below the other, what is absent not at all', () => {
  const items = ['a & b', 'c'].map((text) => html`<li>${text}</li>`);
  assert.equal(html`<ul>${items}</ul>${undefined}${7}`.text, '<ul><li>a &amp; b</li>\n<li>c</li></ul>7');
});

test('an object that only looks like markup is text', () => {
  const forged = JSON.parse('{"text":"<b>"}') as never;
  assert.equal(html`${forged}`.text, '[object Object]');
});

test('the style sheet is the one that the policy names, and nothing else may run', () => {
  const shown = messagePage('Título', 'Texto.');
  const style = /<style>([\s\S]*?)<\/style>/.exec(shown)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    policyOf(pageHeaders()),
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  assert.match(shown, /<html lang="pt-BR">/);
  assert.doesNotMatch(shown, /http-equiv/);
});

test('a page whose form redirects elsewhere names that origin only in its policy', () => {
  const [self, anywhere] = [policyOf(pageHeaders()), policyOf(pageHeaders('anywhere'))];
  assert.match(anywhere, /form-action 'self' http: https:;/);
  assert.equal(anywhere.replace(' http: https:', ''), self);
});

test('a page can load itself or another one again', () => {
  const body = html`<p>Aguarde.</p>`;
  const shown = (url?: string) =>
    page({ title: 'Aguarde', body, refresh: { seconds: 3, ...(url === undefined ? {} : { url }) } });
  assert.match(shown(), /<meta http-equiv="refresh" content="3">/);
  assert.match(
    shown('https://loja.example/?a=1&b=2'),
    /content="3; url=https:\/\/loja\.example\/\?a=1&amp;b=2"/,
  );
});
