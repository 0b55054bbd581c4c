import { createGuiche } from '@guiche/checkout';
import { forwardRef, useEffect, useImperativeHandle, useRef } from 'react';

/** The gateway's card fields as a component: `ref.current.cardHash()` encrypts what was typed. */
export const CardFields = forwardRef(function CardFields(
  { checkoutId, baseUrl, style, onChange, onBrand },
  ref,
) {
  const place = useRef(null);
  const fields = useRef(null);
  const listeners = useRef({});
  listeners.current = { onChange, onBrand };
  // A style that is written in the parent is a new object each time: the fields are mounted anew only when it differs.
  const styleText = JSON.stringify(style ?? {});
  useEffect(() => {
    const mounted = createGuiche(checkoutId, { baseUrl }).fields(place.current, {
      style: JSON.parse(styleText),
    });
    mounted.on('change', (change) => listeners.current.onChange?.(change));
    mounted.on('brand', ({ brand }) => listeners.current.onBrand?.(brand));
    fields.current = mounted;
    return () => mounted.remove();
  }, [checkoutId, baseUrl, styleText]);
  useImperativeHandle(ref, () => ({ cardHash: () => fields.current.cardHash() }), []);
  return <div ref={place} />;
});
