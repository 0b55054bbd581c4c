import { BinaryBitmap, HybridBinarizer, ITFReader, RGBLuminanceSource } from '@zxing/library';
import jsQR from 'jsqr';

/** A picture as a canvas gives it: red, green, blue and opacity by turns. */
export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The digits of a barcode that is the only one in the strip between two heights. */
export function barcodeIn(picture: Picture, top: number, bottom: number): string {
  const { data, width } = picture;
  const height = Math.floor(bottom) - Math.floor(top);
  const grey = new Uint8ClampedArray(width * height);
  for (let index = 0; index < grey.length; index += 1) {
    const at = (Math.floor(top) * width + index) * 4;
    grey[index] = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  }
  const source = new RGBLuminanceSource(grey, width, height);
  return new ITFReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
}

/** What the QR code in a picture says. */
export function qrCodeIn({ data, width, height }: Picture): string | undefined {
  return jsQR.default(data, width, height)?.data;
}
