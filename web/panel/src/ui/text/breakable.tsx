import { Fragment } from 'react';
import { partsOf } from './parts-of.ts';

/** A name without spaces, which a narrow column breaks after its signs before it cuts a word. */
export function Breakable({ text }: { readonly text: string }) {
  let at = 0;
  return partsOf(text).map((part) => {
    at += part.length;
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}
