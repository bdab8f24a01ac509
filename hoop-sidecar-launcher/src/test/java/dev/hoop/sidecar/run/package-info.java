@NullMarked
package dev.hoop.sidecar.run;

import org.jspecify.annotations.NullMarked;
