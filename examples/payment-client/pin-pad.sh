#!/bin/sh
# Stands in for the software of a pin pad: approves everything but R$ 1000,01, and remembers nothing. Replace it by calls
# of your own.
case $1 in
  charge) [ "$3" != 100001 ] && printf '%06d' "$2" ;;
  refund) printf '%06d' "$2" ;;
  # Asks at the acquirer what became of the work; without knowing, it was not approved.
  find) false ;;
  reverse) ;;
esac
