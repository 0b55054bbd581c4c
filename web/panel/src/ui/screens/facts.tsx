import { type ReactNode, useState } from 'react';
import { Icon } from '../text/icon.tsx';
import styles from './facts.module.css';

const COPIED_MS = 2_000;

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** One fact; nothing is shown if it has no value. */
export function Fact({
  label,
  value,
  copy,
  wide,
  mono,
}: {
  readonly label: string;
  readonly value: ReactNode;
  /** Text for a copy button. */
  readonly copy?: string | null;
  readonly wide?: boolean;
  readonly mono?: boolean;
}) {
  if (value === null || value === undefined || value === '') return null;
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd className={mono ? 'mono' : undefined}>
        {value}
        {copy && <CopyButton text={copy} what={label} />}
      </dd>
    </div>
  );
}

/** A name or URL in a list, with a copy button. */
export function CopiedText(props: { readonly shown: string; readonly text: string; readonly what: string }) {
  return (
    <span className={styles.copied}>
      <span className="mono">{props.shown}</span>
      <CopyButton text={props.text} what={props.what} />
    </span>
  );
}

/** A long address on lines of its own, with a copy button. */
export function CopiedAddress({ address, what }: { readonly address: string; readonly what: string }) {
  return (
    <span className={styles.address}>
      <span className="mono">{address}</span>
      <CopyButton text={address} what={what} />
    </span>
  );
}

/** A large button that copies, and says so. */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, copy] = useCopying(text);
  return (
    <>
      <button type="button" className={styles.copyText} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? 'Copiado' : label}
      </button>
      <Copied copied={copied} />
    </>
  );
}

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, copy] = useCopying(text);
  return (
    <>
      <button type="button" className={styles.copy} onClick={copy} aria-label={`Copiar ${what}`}>
        <Icon name={copied ? 'check' : 'copy'} size={15} />
      </button>
      <Copied copied={copied} />
    </>
  );
}

/** Whether it was copied just now, and what copies it. */
function useCopying(text: string): readonly [copied: boolean, copy: () => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return [copied, copy];
}

/** Beside the button: what stands in one is its name, and is not read out by itself. */
function Copied({ copied }: { readonly copied: boolean }) {
  return (
    <span role="status" className="visually-hidden">
      {copied ? 'Copiado' : ''}
    </span>
  );
}
