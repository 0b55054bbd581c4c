import { type Html, html } from '../http/index.ts';
import type { MailLink, MailText } from './mail.ts';

/** A mail as plain text, for programs without HTML and for who prefers it. */
export function plainText({ heading, paragraphs, lines = [], button, also, footer }: MailText): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(lines.length > 0 ? [lines.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...[button, also].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
    `--\n${footer}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const INK = '#17202b';
const SOFT = '#566170';
const LINE = '#dfe4ea';
const BLUE = '#0b5cad';
const FONT = 'font-family:system-ui,-apple-system,Roboto,Arial,sans-serif';

/** The same as HTML: tables and styles of elements, which every mail program shows. No picture, nothing from elsewhere. */
export function htmlText({
  subject,
  from,
  heading,
  paragraphs,
  lines = [],
  button,
  also,
  footer,
}: MailText): string {
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;background:#f3f5f8;${FONT};font-size:16px;line-height:1.5;color:${INK}">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<main style="background:#ffffff;border:1px solid ${LINE};border-radius:12px;padding:28px 24px">
<p style="margin:0 0 18px;font-weight:700;color:${SOFT}">${from}</p>
<h1 style="margin:0 0 14px;font-size:22px;line-height:1.3">${heading}</h1>
${paragraphs.map((one) => html`<p style="margin:0 0 14px">${one}</p>`)}
${lines.length > 0 ? tableOf(lines) : undefined}
${button ? buttonOf(button) : undefined}
${also ? linkOf(also) : undefined}
</main>
<footer style="padding:18px 8px 0;font-size:13px;color:${SOFT}">${footer}</footer>
</div>
</body>
</html>
`;
  return page.text;
}

function tableOf(lines: NonNullable<MailText['lines']>): Html {
  const rows = lines.map(
    ([label, value]) => html`<tr>
<th scope="row" style="padding:8px 12px 8px 0;border-top:1px solid ${LINE};text-align:left;font-weight:400;color:${SOFT}">${label}</th>
<td style="padding:8px 0;border-top:1px solid ${LINE};text-align:right;font-weight:600">${value}</td>
</tr>`,
  );
  return html`<table style="width:100%;border-collapse:collapse;margin:20px 0;font-size:15px">${rows}</table>`;
}

function buttonOf({ label, url }: MailLink): Html {
  return html`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:${BLUE};color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>
<p style="margin:0;font-size:13px;color:${SOFT};word-break:break-all">${url}</p>`;
}

function linkOf({ label, url }: MailLink): Html {
  return html`<p style="margin:18px 0 0"><a href="${url}" style="color:${BLUE};font-weight:600">${label}</a></p>`;
}
