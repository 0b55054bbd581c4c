import assert from 'node:assert/strict';
import { failureUrl, successUrl } from './attempts.ts';
import type { BuyerAction } from './subject.ts';

const MAX_PAGES = 8;
const CODE = /<strong[^>]*class="code"[^>]*>\s*(\d+)\s*</;
const WRONG_CODE = '000000';

/**
 * Plays a buyer without a browser: opens the page, reads its code, submits the form and follows forms and redirects.
 * Returns the final address: the shop's, which is not visited, or that of a page without a next step.
 */
export async function playBuyer(redirectUrl: string, action: BuyerAction): Promise<string> {
  let step: Step = { url: redirectUrl };
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (isShop(step.url)) return step.url;
    const answer = await fetch(step.url, {
      redirect: 'manual',
      ...(step.form && { method: 'POST', body: step.form }),
    });
    const location = answer.headers.get('location');
    if (location !== null) {
      await answer.body?.cancel();
      step = { url: new URL(location, step.url).href };
      continue;
    }
    const html = await answer.text();
    assert.ok(answer.status < 500, `${step.url} answered ${answer.status}`);
    const next = nextStep(html, step.url, action);
    if (next === undefined) return step.url;
    step = next;
  }
  return assert.fail(`the buyer is in a loop at ${step.url}`);
}

interface Step {
  readonly url: string;
  readonly form?: URLSearchParams;
}

/** The form of a page, which asks for the code or returns the buyer to the shop; otherwise its button. */
function nextStep(html: string, url: string, action: BuyerAction): Step | undefined {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(html);
  if (form === null) {
    const [, button = ''] = /<a\b([^>]*class="button"[^>]*)>/.exec(html) ?? [];
    const href = attribute(button, 'href');
    return href === undefined ? undefined : { url: new URL(href, url).href };
  }
  const target = attribute(form[1] ?? '', 'action') ?? url;
  const fields = hiddenFields(form[2] ?? '');
  if (/name="codigo"/.test(form[2] ?? '')) answerChallenge(fields, html, action);
  return { url: new URL(target, url).href, form: fields };
}

function answerChallenge(fields: URLSearchParams, html: string, action: BuyerAction): void {
  const code = CODE.exec(html)?.[1];
  assert.ok(code, 'the page shows no code');
  if (action === 'cancel') fields.set('acao', 'cancelar');
  else fields.set('codigo', action === 'right_code' ? code : otherThan(code));
}

function otherThan(code: string): string {
  return code === WRONG_CODE ? '000001' : WRONG_CODE;
}

function hiddenFields(form: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [, input = ''] of form.matchAll(/<input\b([^>]*)>/g)) {
    const name = attribute(input, 'name');
    if (name !== undefined && attribute(input, 'type') === 'hidden') {
      fields.append(name, attribute(input, 'value') ?? '');
    }
  }
  return fields;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

function isShop(url: string): boolean {
  return url === successUrl || url === failureUrl;
}
