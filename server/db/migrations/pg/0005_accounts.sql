ALTER TABLE "session" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "factor" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "locked_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "password_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_secret" "bytea";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_at" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "totp_step" bigint;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "mail_factor" boolean;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "pin_hash" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "settings" jsonb;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "avatar_id" text;