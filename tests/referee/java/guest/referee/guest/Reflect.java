package referee.guest;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reaches what the engine keeps to itself and its own buttons would have used. */
final class Reflect {
  private Reflect() {}

  @SuppressWarnings("unchecked")
  static <T> T get(Class<?> type, Object target, String name) {
    try {
      final Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return (T) field.get(target);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this engine has no field " + type.getName() + "." + name, e);
    }
  }

  static void set(Class<?> type, Object target, String name, Object value) {
    try {
      final Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      field.set(target, value);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this engine has no field " + type.getName() + "." + name, e);
    }
  }

  static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      final Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this engine has no method " + type.getName() + "." + name, e);
    }
  }
}
