{{- define "turnpike.name" -}}
{{- if contains "turnpike" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-turnpike{{ end }}
{{- end }}

{{- define "turnpike.labels" -}}
app.kubernetes.io/name: turnpike
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "turnpike.secret" -}}
{{- default (include "turnpike.name" .) .Values.existingSecret }}
{{- end }}

{{- /* A Deployment of one role: takes a dict of `root`, `role` and `ports`. */}}
{{- define "turnpike.deployment" -}}
{{- $root := .root }}
{{- $role := .role }}
{{- $values := index $root.Values $role }}
{{- $name := include "turnpike.name" $root }}
{{- $image := printf "%s:%s" $root.Values.image.repository (default $root.Chart.AppVersion $root.Values.image.tag) }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}-{{ $role }}
  labels:
    {{- include "turnpike.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  replicas: {{ $values.replicas }}
  selector:
    matchLabels:
      app.kubernetes.io/name: turnpike
      app.kubernetes.io/instance: {{ $root.Release.Name }}
      app.kubernetes.io/component: {{ $role }}
  strategy:
    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}
  template:
    metadata:
      labels:
        {{- include "turnpike.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $role }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9090"
        # New settings restart the pods.
        checksum/config: {{ include (print $root.Template.BasePath "/config.yaml") $root | sha256sum }}
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 75
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: {type: RuntimeDefault}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              app.kubernetes.io/instance: {{ $root.Release.Name }}
              app.kubernetes.io/component: {{ $role }}
      initContainers:
        # Several may run at once: they take turns. Running servers of the previous version continue.
        - name: migrate
          image: {{ $image | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [migrate]
          env:
            - name: TURNPIKE_MIGRATE_URL
              valueFrom:
                secretKeyRef: {name: {{ include "turnpike.secret" $root }}, key: TURNPIKE_MIGRATE_URL}
          securityContext: &confined
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: {drop: [ALL]}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
      containers:
        - name: turnpike
          image: {{ $image | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve, --role, {{ $role }}]
          envFrom:
            - configMapRef: {name: {{ $name }}}
          env:
            # Not TURNPIKE_MIGRATE_URL: the server owns nothing.
            - name: DATABASE_URL
              valueFrom:
                secretKeyRef: {name: {{ include "turnpike.secret" $root }}, key: DATABASE_URL}
            {{- range $key := list "SMTP_URL" "TURNPIKE_INBOUND_SECRET" }}
            - name: {{ $key }}
              valueFrom:
                secretKeyRef: {name: {{ include "turnpike.secret" $root }}, key: {{ $key }}, optional: true}
            {{- end }}
          ports:
            {{- range $port, $number := .ports }}
            - {name: {{ $port }}, containerPort: {{ $number }}}
            {{- end }}
          # The metrics port responds while the server waits for its database.
          livenessProbe:
            httpGet: {path: /health/live, port: metrics}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: {path: /health/ready, port: metrics}
            periodSeconds: 10
            timeoutSeconds: 5
          lifecycle:
            # Until the proxies know that this pod ends.
            preStop: {exec: {command: [sleep, "5"]}}
          securityContext: *confined
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - {name: data, mountPath: /var/lib/turnpike}
            - {name: tmp, mountPath: /tmp}
      volumes:
        - name: data
          {{- if $root.Values.mailbox.enabled }}
          persistentVolumeClaim: {claimName: {{ $name }}-mailbox}
          {{- else }}
          emptyDir: {sizeLimit: 1Gi}
          {{- end }}
        - name: tmp
          emptyDir: {sizeLimit: 256Mi}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}-{{ $role }}
  labels:
    {{- include "turnpike.labels" $root | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: turnpike
      app.kubernetes.io/instance: {{ $root.Release.Name }}
      app.kubernetes.io/component: {{ $role }}
{{- end }}
